// Texts that the configurator shows after an entry, in English.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'it no longer applies',
  answer_stopped: 'that option is no longer available',
  started: 'it now applies',
  catalog_changed: 'the product has changed',
  elsewhere: 'the configuration has changed in the meantime',
}

export const deferredTexts: DeferredTexts = {
  expired: 'Your configuration had expired. We started a new one with your entries.',
  unsentRestored: 'Your unsaved entries were restored.',
  chooseFileAgain: (question) => `Please choose the file for “${question}” again. It could not be transferred.`,
  confirmTitle: 'This changes other selections',
  confirmYes: 'Apply changes',
  confirmNo: 'Keep as is',
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
  exampleStarted: (title) => `Example “${title}” loaded. Your own entries are saved.`,
  emptied: 'Configuration reset. Your previous entries are saved.',
  backToEntries: 'Restore my entries',
  undo: 'Undo',
  redo: 'Redo',
  startOver: 'Start over',
  share: 'Share',
  shareHint: 'Anyone with this link can view and copy your configuration.',
  linkCopied: 'Link copied.',
  linkTooMany: 'Sharing is not possible right now. Please try again later.',
  sharedView: 'This configuration was shared with you. If you change it, you get your own copy.',
  tools: 'Your configuration',
  askAdvisor: 'Ask the advisor',
  advisor: 'Advisor',
  closeAdvisor: 'Close advisor',
  priceParts: 'Price breakdown',
  basePart: 'Base price',
  sum: 'Total',
  sumOf: (pieces) => `Total for ${pieces} pieces`,
  discount: 'Discount',
  noPrice: 'Not calculated yet',
  taxInIt: (rate, amount) => `Includes ${rate}% VAT: ${amount}`,
  taxOnTop: (rate, amount) => `Plus ${rate}% VAT: ${amount}`,
  compare: 'Compare',
  comparison: 'Comparison',
  thisOne: 'Current configuration',
  beforeLast: 'Before the last change',
  otherOne: 'Other configuration',
  nothingBefore: 'No changes yet. Paste the link to another configuration to compare it with yours.',
  nothingDiffers: 'No differences.',
  nothingChosen: 'Nothing selected',
  stillMissing: 'Still missing',
  otherLink: 'Link to another configuration of this product',
  showComparison: 'Show comparison',
  compareWithPrevious: 'Compare with my previous version',
  print: 'Print',
  closeComparison: 'Close comparison',
  notALink: 'This is not a link to a shared configuration. Please copy the whole link.',
  noSuch: 'This configuration no longer exists.',
  otherProduct: 'This configuration belongs to another product.',
}
