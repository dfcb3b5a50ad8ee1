// Opens a page in Firefox through WebDriver BiDi and performs actions: node play.mjs FIREFOX PAGE ACTIONS
// Actions are a JSON list of what to wait for, ["see", selector], to click, ["click", selector], to click and wait for the
// reply of Python, ["ask", selector], a key to press, ["press", key], or a text to type, ["type", text].
// Prints as JSON the page's log messages, its requests, and the text of its main element.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const library = createRequire(join(root, "js", "package.json")).resolve("puppeteer-core");
const { default: puppeteer } = await import(pathToFileURL(library));

const [firefox, page, actions] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  timeout: 25_000,
});
const isAnswered = (before) => {
  const { dataset } = document.querySelector(".adaptoid-widget");
  return dataset.viewRev !== before && document.querySelector('.adaptoid-board[data-link="idle"]') !== null;
};
const complaints = [];
const asked = [];
try {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(20_000);
  tab.on("console", (message) => {
    if (/error|warn/.test(message.type())) complaints.push(message.text());
  });
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("request", (request) => asked.push(request.url()));
  await tab.goto(page);
  for (const [what, selector] of JSON.parse(actions)) {
    try {
      if (what === "press" || what === "type") await tab.keyboard[what](selector);
      else {
        const found = await tab.waitForSelector(selector, { visible: what !== "see" });
        const before = await tab.evaluate(() => document.querySelector(".adaptoid-widget")?.dataset.viewRev);
        if (what !== "see") await found.click();
        if (what === "ask") await tab.waitForFunction(isAnswered, {}, before);
      }
    } catch (error) {
      const shown = await tab.evaluate(() => document.querySelector("main").innerText);
      throw new Error(`${what} ${selector}: ${error.message}; the page says: ${shown}; ${complaints}`);
    }
  }
  const text = await tab.evaluate(() => document.querySelector("main").textContent);
  process.stdout.write(JSON.stringify({ complaints, asked, text }));
} finally {
  await browser.close();
}
