/** Line drawings of the share menu, by entry and by group. */
const PICTURE = "M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 4M13 7.5h.1";
export const SEND = "M17 3 3 9.5l5.5 2L11 17zM17 3 8.5 11.5";

export const ICONS = {
  send: SEND,
  save: "M10 3v9M6.5 8.5 10 12l3.5-3.5M4 13.5V17h12v-3.5",
  open: "M3 15.5V5h5l1.5 2H17v8.5z",
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 0 0 4.2 4.2l1-1",
  position: "M10 3l6 3.5v7L10 17l-6-3.5v-7zM10 8.5a1.5 1.5 0 1 0 .01 0",
  game: "M4.5 5h11M4.5 8.5h11M4.5 12h11M4.5 15.5h6",
  picture: PICTURE,
  text: "M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5M7.5 10h5M7.5 13h5",
  png: PICTURE,
  svg: "M4 15C6 4 14 16 16 5M3 16.5h2.5M14.5 3.5H17",
  gif: "M3 4.5h14v11H3zM8.5 7.5v5l4-2.5z",
  html: "M3 4.5h14v11H3zM3 8h14M5.5 6.3h.1",
  paste: "M7 4.5H4.5v12h11v-12H13M7.5 3h5v3h-5z",
  lesson: "M2.5 7 10 3.5 17.5 7 10 10.5zM6 9v4c2 2 6 2 8 0V9",
};
