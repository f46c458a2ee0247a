/**
 * A good line of a phone, for `Network.emulateNetworkConditions`: a browser that knows of none fetches pictures from more than twice
 * as far below the screen. Milliseconds, and bytes a second.
 */
export const mobileLine = {
  offline: false,
  latency: 50,
  downloadThroughput: 1_000_000,
  uploadThroughput: 500_000,
  connectionType: "cellular4g",
} as const;
