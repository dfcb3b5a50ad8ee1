/** The local date as the number of days since 1970-01-01. */
export const localDay = (): number =>
  Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
