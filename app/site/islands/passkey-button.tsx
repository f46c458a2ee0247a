export { PasskeyButton as default } from "#app/site/account/login/other-sign-in-methods.tsx";
