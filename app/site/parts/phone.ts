/** What a phone dials for a number as people write it. */
export function dialAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The chat with a WhatsApp number, begun with a text if one is given; the service wants digits alone. */
export function chatAddress(number: string, text = ""): string {
  const query = text === "" ? "" : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replace(/\D/g, "")}${query}`;
}
