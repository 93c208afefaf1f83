// Texts that the configurator shows after an entry, in English.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'it no longer applies',
  answer_stopped: 'that answer can no longer be chosen',
  started: 'it applies now',
  catalog_changed: 'the product has changed',
  elsewhere: 'the configuration has changed meanwhile',
}

export const deferredTexts: DeferredTexts = {
  expired: 'Your configuration had expired, so a new one was started with your entries.',
  unsentRestored: 'Entries that had not reached the shop yet were restored.',
  chooseFileAgain: (question) => `Please choose the file for “${question}” again; it could not be taken over.`,
  confirmTitle: 'This changes other selections',
  confirmYes: 'Change them',
  confirmNo: 'Keep as it is',
  changedByUs: 'Adjusted for you',
  dismiss: 'Dismiss',
  automatic: (question, from, to, reason) => {
    const changeText =
      to === null
        ? `${from ?? 'the selection'} was removed`
        : from === null
          ? `${to} was selected`
          : `${from} was replaced by ${to}`
    return `${question}: ${changeText}, because ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from ?? 'the selection'} will be removed.`
    return from === null ? `${question}: ${to} will be selected.` : `${question}: ${from} will be replaced by ${to}.`
  },
  exampleStarted: (title) => `“${title}” was begun; your own entries are kept.`,
  emptied: 'Everything was cleared; your own entries are kept.',
  backToEntries: 'Back to my entries',
  undo: 'Undo',
  redo: 'Redo',
  startOver: 'Begin anew',
  share: 'Share',
  shareHint: 'Everybody who has this link can look at it and copy it.',
  linkCopied: 'The link was copied.',
  linkTooMany: 'This cannot be shared at the moment. Please try again later.',
  sharedView: 'You are looking at a configuration that was shared with you. What you change becomes one of your own.',
  tools: 'Your configuration',
  askAdvisor: 'Ask the advisor',
  advisor: 'The advisor',
  closeAdvisor: 'Close the advisor',
  priceParts: 'What the price is made of',
  basePart: 'The product itself',
  sum: 'In total',
  sumOf: (pieces) => `In total, for ${pieces} pieces`,
  discount: 'Discount',
  noPrice: 'Not yet calculable',
  taxInIt: (rate, amount) => `Includes ${rate} % tax: ${amount}`,
  taxOnTop: (rate, amount) => `Plus ${rate} % tax: ${amount}`,
  compare: 'Compare',
  comparison: 'Comparison',
  thisOne: 'As it is now',
  beforeLast: 'Before the last change',
  otherOne: 'The other one',
  nothingBefore: 'Nothing was changed here yet. Paste the link of another configuration to see it beside yours.',
  nothingDiffers: 'Nothing differs.',
  nothingChosen: 'Nothing chosen',
  stillMissing: 'Still missing',
  otherLink: 'Link of another configuration of this product',
  showComparison: 'Show it beside',
  compareWithPrevious: 'Beside my last state',
  print: 'Print',
  closeComparison: 'Close the comparison',
  notALink: 'This is no link to a shared configuration. It ends with configuration= and 32 characters.',
  noSuch: 'There is no such configuration any more.',
  otherProduct: 'That is a configuration of another product.',
}
