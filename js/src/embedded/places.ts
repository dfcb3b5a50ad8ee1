/** Where the boards of a foreign page stand: in a shadow tree, which the styles of the page do not reach, nor ours the page. */

/** Before the styles are there, what a page says of a board stands alone. */
const TROUBLE = "trouble";

/** The place of a board in an element of a foreign page. What the page has put into the element is shown until a board is there. */
export function placeIn(element: Element): ShadowRoot {
  const known = element.shadowRoot;
  if (known) return known;
  const root = element.attachShadow({ mode: "open" });
  root.append(document.createElement("slot"));
  return root;
}

/** A message of Python as a sentence. */
const sentence = (message: string) =>
  message && message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?…。]$/.test(message) ? "" : ".");

/** Shows a sentence above a board, or removes it with an empty message. `about` says what it is about: each has a line of its own. */
export function sayAbove(place: Element | ShadowRoot, about: string, message: string): void {
  const text = sentence(message);
  const known = [...place.children].find(
    (child) => child.matches(`.${TROUBLE}`) && (child as HTMLElement).dataset.about === about,
  );
  // a text that is set again would be announced again
  if (known?.textContent === text) return;
  if (!text) {
    known?.remove();
    return;
  }
  const line = (known as HTMLElement | undefined) ?? document.createElement("p");
  line.className = TROUBLE;
  line.role = "status";
  line.dataset.about = about;
  line.textContent = text;
  if (!known) place.prepend(line);
}
