// Boards on the pages come alive as one scrolls to them, and follow the theme of the page.
(() => {
  const root = document.documentElement;

  // "auto" follows the system
  const theme = () => {
    const told = document.body.dataset.theme;
    if (told === "light" || told === "dark") return told;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  };

  // A page from disk may not look into its frames: there the board goes by the system's theme and has a fixed height.
  const inside = (frame) => {
    try {
      return frame.contentDocument?.documentElement ?? null;
    } catch {
      return null;
    }
  };

  const dress = (frame) => {
    const page = inside(frame);
    if (!page) return;
    page.dataset.theme = theme();
    frame.style.colorScheme = theme();
  };

  const fit = (frame) => {
    const page = inside(frame);
    if (!page) return;
    const body = page.querySelector("body");
    const grow = () => {
      frame.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`;
    };
    new ResizeObserver(grow).observe(body);
    grow();
  };

  const wake = (figure) => {
    const frame = document.createElement("iframe");
    frame.title = `A board to play on. ${figure.dataset.words}`;
    frame.src = figure.dataset.board;
    frame.addEventListener("load", () => {
      dress(frame);
      fit(frame);
      figure.classList.add("adaptoid-started");
    });
    figure.append(frame);
  };

  const figures = document.querySelectorAll(".adaptoid-figure");
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries)
        if (entry.isIntersecting) {
          seen.unobserve(entry.target);
          wake(entry.target);
        }
    },
    { rootMargin: "150px" },
  );
  for (const figure of figures) seen.observe(figure);

  const dressAll = () => {
    for (const frame of document.querySelectorAll(".adaptoid-figure iframe")) dress(frame);
  };
  new MutationObserver(dressAll).observe(document.body, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dressAll);
  root.classList.add("adaptoid-scripted");
})();
