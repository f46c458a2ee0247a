/**
 * Good mobile connection for `Network.emulateNetworkConditions`, in milliseconds and bytes per second; without a connection type,
 * browsers preload pictures from more than twice as far below the screen.
 */
export const mobileConnection = {
  offline: false,
  latency: 50,
  downloadThroughput: 1_000_000,
  uploadThroughput: 500_000,
  connectionType: "cellular4g",
} as const;
