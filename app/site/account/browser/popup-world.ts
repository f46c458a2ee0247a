import { newKey } from "#app/site/forms/key-field.ts";
import type { PopupWorld } from "./google-popup.ts";
import { popupChannel } from "./popup-event.ts";

const width = 500;
const height = 600;

/** The browser's own windows, channel and clock. */
export const popupWorld: PopupWorld = {
  open(address, name) {
    const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
    const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
    return window.open(
      address,
      name,
      `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
    );
  },
  hear(onMessage) {
    const channel = new BroadcastChannel(popupChannel);
    channel.onmessage = ({ data }) => onMessage(data);
    return () => channel.close();
  },
  isHidden: () => document.visibilityState === "hidden",
  newAttempt: newKey,
  now: Date.now,
};
