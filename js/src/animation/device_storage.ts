/** The settings where the browser stores nothing. They last as long as the page. */
const settings: Record<string, string | null> = {};

/** A setting of this device. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return settings[key] ?? null;
  }
}

export function store(key: string, value: string | null): void {
  settings[key] = value;
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // lasts as long as the page
  }
}
