/**
 * Words that passwords here are made of and that the list of well-known ones does not hold, folded as `guessing.ts` folds:
 * places, names and phrases of Bangladesh, months, and what offices choose.
 */
export const guessingWords: readonly string[] = `
bangla bangladesh bangladeshi desh dhaka chittagong chattogram sylhet khulna rajshahi barisal barishal comilla cumilla
rangpur mymensingh gazipur narayanganj bogra bogura jessore jashore kushtia feni noakhali coxsbazar sundarban kolkata
gulshan banani dhanmondi mirpur uttara motijheel shonar sonar amar amader tumi tomar tomake ami tore
bhalobashi bhalobasi valobashi valobasi valobasha bhalobasha bondhu bandhobi jaan moyna pakhi shona
joy joybangla padma meghna jamuna jomuna ilish hilsa biriyani rickshaw shapla doyel rabindranath nazrul mujib sheikh
ekushey swadhin shadhin bijoy eid mubarak eidmubarak ramadan ramzan allah bismillah alhamdulillah inshallah mashallah
subhanallah assalamualaikum salam muhammad mohammad mohammed rahman islam hossain hussain hasan ahmed uddin chowdhury
khan begum akter akhter sultana khatun sarkar shakib tamim iqbal zindabad mashrafe mushfiq
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday winter spring summer autumn
login logon signin office laptop desktop computer changeme change temporary temp default welcome letmein router
company website dashboard frontdesk admin administrator manager member editor account secure security
love you loveyou password passwort pass passcode pwd test testing guest user demo sample server system support service
বাংলা বাংলাদেশ ঢাকা আমার সোনার আমি তোমার তোমাকে তুমি ভালোবাসি ভালোবাসা জয় একুশে স্বাধীন বিজয় মা বাবা আল্লাহ পাসওয়ার্ড
`
  .trim()
  .split(/\s+/);
