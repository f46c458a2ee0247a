/** What passwords that are tried first consist of, folded as `password-rules.ts` folds; longest first. */
export const commonWords: readonly string[] = [
  ..."password passwort welcome qwerty asdfgh zxcvbn abcdef letmein iloveyou sunshine princess football baseball".split(
    " ",
  ),
  ..."basketball superman batman dragon monkey master shadow michael jordan hunter charlie jessica jennifer".split(
    " ",
  ),
  ..."computer internet samsung google facebook whatever trustno freedom mustang starwars pokemon cheese".split(
    " ",
  ),
  ..."bangladesh dhaka chittagong cricket admin administrator default secret changeme temporary manager".split(
    " ",
  ),
  ..."login access root test guest user system server company website hello summer winter spring autumn".split(
    " ",
  ),
  ..."january february march april june july august september october november december monday friday".split(
    " ",
  ),
  ..."i2e as6 7b9 i23 2ea easy safe love money lucky happy flower angel baby blue black red green".split(" "),
].sort((one, other) => other.length - one.length);
