/** Says above the board what is wrong, or nothing any more. */
export function tell(words: string, detail = ""): void {
  const trouble = document.getElementById("adaptoid-trouble");
  if (!trouble) return;
  trouble.textContent = detail ? `${words} (${detail})` : words;
  trouble.hidden = words === "";
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
