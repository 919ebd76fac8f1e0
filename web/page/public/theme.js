// Before the first paint, so that a dark page does not flash up in white.
(function () {
  var theme = "auto";
  try {
    theme = localStorage.getItem("agon.theme") || "auto";
  } catch (e) {
    // Storage may be forbidden.
  }
  var dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
