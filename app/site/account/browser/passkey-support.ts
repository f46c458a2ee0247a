/** Whether this browser supports passkeys and their options as JSON. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}
