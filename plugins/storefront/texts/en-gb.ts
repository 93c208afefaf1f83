// The shop front in British English.
import type { PageTexts, Texts } from '../text.js'

export const pageTexts: PageTexts = {
  products: 'Products',
  noProducts: 'There is nothing to configure yet. As soon as a product is published, it appears here.',
  toConfigurator: (title) => `Configure ${title}`,
  languages: 'Languages',
  languageName: 'English',
  toContent: 'Skip to the content',
  needsScript: 'The configurator needs JavaScript. Please switch it on in your browser.',
  newPassword: 'New password',
  setPassword: 'Set the password',
  passwordStands: 'Your new password stands. You can sign in with it now.',
  notFound: 'Page not found',
  notFoundHint: 'There is no such page, or the product is no longer offered.',
  basePrice: (amount) => `Base price ${amount}`,
}

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'it no longer applies',
  answer_stopped: 'that answer can no longer be chosen',
  started: 'it applies now',
  catalog_changed: 'the product has changed',
  elsewhere: 'the configuration has changed meanwhile',
}

export const texts: Texts = {
  loading: 'Loading the product …',
  failed: 'The configurator could not be loaded.',
  noAnswer: 'The shop does not answer at the moment. Your entries so far are kept.',
  broken: 'Something is wrong with the shop at the moment. Your entries so far are kept.',
  notPossible: 'The shop does not take this. Please load the page again.',
  tooLarge: 'The file is larger than the shop takes.',
  partLost: 'A part of this page could not be loaded. Try again, or load the page again; your entries so far are kept.',
  tryAgain: 'Try again',
  expired: 'Your configuration had expired, so a new one was started with your entries.',
  unsentRestored: 'Entries that had not reached the shop yet were restored.',
  chooseFileAgain: (question) => `Please choose the file for “${question}” again; it could not be taken over.`,
  required: 'required',
  pleaseChoose: 'Please choose',
  clear: 'Clear selection',
  notAvailable: 'Not available',
  deadEnd: 'Does not fit your other choices',
  hiddenAnswers: (count) =>
    count === 1 ? 'One more answer does not fit your other choices.' : `${count} more answers do not fit your other choices.`,
  showThem: 'Show',
  availableFrom: (date) => `Available from ${date}`,
  between: (min, max) => `From ${min} to ${max}`,
  atLeast: (min) => `At least ${min}`,
  atMost: (max) => `At most ${max}`,
  moreAbout: (title) => `More about ${title}`,
  pages: 'Pages',
  next: 'Next',
  back: 'Back',
  finishPageFirst: 'Please complete this page first.',
  price: 'Price',
  yourPrice: 'Your price',
  net: 'Net',
  tax: 'Tax',
  gross: 'Total',
  plusTax: 'plus tax',
  inclTax: 'including tax',
  recurring: 'Recurring',
  updating: 'Updating the price …',
  notYetPriced: 'Not known yet',
  notCurrent: 'Your last entries are not in this price yet.',
  selection: 'Your selection',
  missing: (count) => (count === 1 ? 'One entry is still missing' : `${count} entries are still missing`),
  andMore: (count) => `and ${count} more`,
  complete: 'Your configuration is complete.',
  confirmTitle: 'This changes other selections',
  confirmYes: 'Change them',
  confirmNo: 'Keep as it is',
  changedByUs: 'Adjusted for you',
  dismiss: 'Dismiss',
  automatic: (question, from, to, reason) => {
    const what =
      to === null
        ? `${from ?? 'the selection'} was removed`
        : from === null
          ? `${to} was selected`
          : `${from} was replaced by ${to}`
    return `${question}: ${what}, because ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from ?? 'the selection'} will be removed.`
    return from === null ? `${question}: ${to} will be selected.` : `${question}: ${from} will be replaced by ${to}.`
  },
  fileKind: (name, extensions) => `“${name}” is none of the kinds that are taken here: ${extensions}.`,
  fileSize: (name, megabytes) => `“${name}” is larger than ${megabytes} MB.`,
  allowedFiles: (extensions, megabytes) => `Allowed: ${extensions}, up to ${megabytes} MB`,
  hexColour: 'Colour as a code such as #1e90ff',
  dispatch: (days) => (days === 1 ? 'Dispatched within one day' : `Dispatched within ${days} days`),
  wasPrice: 'Previously',
  examples: 'Begin with an example',
  exampleBegun: (title) => `“${title}” was begun; your own entries are kept.`,
  undo: 'Back to my entries',
}
