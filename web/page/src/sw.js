// The service worker: keeps all files of one version of the page, so that it works offline.
// `version` and `files` are put in front of this by the build.
const cacheName = `agon-${version}`;

self.addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fetchAll());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("agon-") && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// The page's own files come from the cache; anything else (a server's API) is left alone.
const ours = new Set(files.map((file) => new URL(file, self.registration.scope).href));

const answer = async (request, url) => {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(url);
  return kept ?? fetch(request);
};

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = "";
  url.search = "";
  if (url.pathname.endsWith("/index.html")) url.pathname = url.pathname.slice(0, -"index.html".length);
  if (event.request.method === "GET" && ours.has(url.href)) {
    event.respondWith(answer(event.request, url.href));
  }
});
