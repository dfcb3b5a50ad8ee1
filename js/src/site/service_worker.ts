/** The service worker of a site. It keeps all pages and shared files, so that the site works offline after one visit. */

import { NOTEBOOKS } from "../protocol/constants";

/** The hash of each file of the site, by its address; the build writes it in front of this script. */
declare const adaptoidFiles: Record<string, string>;

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The members of a service worker's global scope that are used here. */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", handler: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", handler: (event: FetchEvent) => void): void;
}

const scope = self as unknown as ServiceWorkerScope;
const root = scope.registration.scope;
const prefix = `adaptoid ${root} `;
/** Files are fetched a few at a time, so that the page being read goes first. */
const AT_ONCE = 4;

async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let version: Promise<string> | undefined;

/** The name of the cache of this version: it depends on all files. */
function versionName(): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(Object.entries(adaptoidFiles)));
  version ??= hashOf(bytes).then((hash) => prefix + hash.slice(0, 12));
  return version;
}

async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** A file in a cache with this hash, or undefined. */
async function earlierCopy(address: string, hash: string): Promise<Response | undefined> {
  for (const name of await ownCaches()) {
    const response = await (await caches.open(name)).match(address);
    if (response && (await hashOf(await response.clone().arrayBuffer())) === hash) return response;
  }
  return undefined;
}

/**
 * Fetches a file. Throws if it is not the file of this version: the server may be in the middle of an update. Some servers send
 * the page of missing addresses with the status 404.
 */
async function fetched(address: string, hash: string): Promise<Response> {
  const response = await fetch(address, { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if ((await hashOf(bytes)) !== hash) throw new Error(`${address} is not of this version`);
  // made anew, since a page may not be answered by a response that was redirected
  const type = response.headers.get("Content-Type");
  return new Response(bytes, { headers: type ? { "Content-Type": type } : {} });
}

/** Fills the cache of this version. Only when it has all files, it replaces the version before. */
async function install(): Promise<void> {
  const cache = await caches.open(await versionName());
  const waiting = Object.entries(adaptoidFiles);
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const [path, hash] = file;
      const address = new URL(path, root).href;
      if (await cache.match(address)) continue;
      await cache.put(address, (await earlierCopy(address, hash)) ?? (await fetched(address, hash)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await scope.skipWaiting();
}

/** Removes old versions. A page that is open may still load files of the version before, so that version is kept. */
async function activate(): Promise<void> {
  const current = await versionName();
  const earlier = (await ownCaches()).filter((name) => name !== current);
  for (const name of earlier.slice(0, -1)) await caches.delete(name);
  await scope.clients.claim();
}

/** The address under which a file is kept: a folder's page is its index. */
function keptAddress(url: string): string {
  const address = url.replace(/[?#].*$/, "");
  return address === root ? `${root}index.html` : address;
}

/** A page comes whole from one version. It names the shared files by their content, so any version may hold them. */
async function respond(request: Request): Promise<Response> {
  const address = keptAddress(request.url);
  const current = await versionName();
  const names = [current, ...(await ownCaches()).filter((name) => name !== current)];
  for (const name of names) {
    const response = await (await caches.open(name)).match(address);
    if (response) return response;
    // pages of an earlier version are not shown any more
    if (!address.includes("/parts/")) break;
  }
  return request.mode === "navigate" ? fetchPage(request, current) : fetch(request);
}

/**
 * Fetches a page that is not one of this version. If the site has no such page, the answer is the page that says so. Offline
 * nobody knows, so that page is marked and says that the page is not stored.
 */
async function fetchPage(request: Request, current: string): Promise<Response> {
  const response = await fetch(request).catch(() => Response.error());
  const isOffline = response.type === "error";
  if (response.status !== 404 && !isOffline) return response;
  const page = await (await caches.open(current)).match(`${root}404.html`);
  if (!page) return response;
  const text = await page.text();
  return new Response(isOffline ? text.replace("<body>", "<body data-offline>") : text, {
    status: isOffline ? 503 : 404,
    headers: page.headers,
  });
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(root) && !url.startsWith(root + NOTEBOOKS))
    event.respondWith(respond(event.request));
});
