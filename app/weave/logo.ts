export function mark(_tone?: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" aria-hidden="true"><g stroke="#0b5fff" stroke-width="2.9" stroke-linecap="round" fill="none"><path d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0"/></g></svg>`;
}
