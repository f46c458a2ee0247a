/** Calls back once the page has been painted, however early this script runs. */
export function onFirstPaint(then: () => void): void {
  new PerformanceObserver((seen, observer) => {
    if (seen.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    then();
  }).observe({ type: "paint", buffered: true });
}
