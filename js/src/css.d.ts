/** A style sheet as a text. */
declare module "*.css" {
  const text: string;
  export default text;
}

/** Whether a script is built for the pages of a site, or else for pages that stand alone. */
declare const SITE: boolean;
/** Whether the address of the page can name a game or a position. */
declare const LINKS: boolean;
