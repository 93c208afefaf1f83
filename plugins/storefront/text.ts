// The sentences that the shop front says itself; one file per language in texts/.

/** What the pages say around the configurator, and where there is none. */
export interface PageTexts {
  readonly products: string
  readonly noProducts: string
  readonly toConfigurator: (title: string) => string
  readonly languages: string
  readonly languageName: string
  readonly toContent: string
  readonly needsScript: string
  /** In place of a cart, an order or an account. */
  readonly pageNeedsScript: string
  readonly cart: string
  readonly checkout: string
  readonly account: string
  readonly advisor: string
  /** Below the advisor's name on a page of its own. */
  readonly advisorLead: string
  /** The ways to cart and account, for who listens. */
  readonly yours: string
  readonly order: string
  readonly quote: string
  readonly quantity: string
  readonly addToCart: string
  readonly toCart: string
  /** With {count} in place of the number of positions. */
  readonly added: string
  readonly unfinished: string
  readonly notAdded: string
  readonly shopSilent: string
  /** Beside a cart line that is edited. */
  readonly editing: string
  readonly saveLine: string
  readonly cancelEditing: string
  /** The edited line was removed meanwhile. */
  readonly lineGone: string
  /** Above a product whose address names a configuration that does not exist. */
  readonly linkUnknown: string
  readonly newPassword: string
  readonly setPassword: string
  readonly passwordStands: string
  readonly notFound: string
  readonly notFoundHint: string
  /** What a product costs before anything is chosen; no promise that it can be had for it. */
  readonly basePrice: (amount: string) => string
  /** What the cheapest whole configuration costs, where that is proven. */
  readonly fromPrice: (amount: string) => string
  /** In a demo: what pages call of the service. */
  readonly calls: string
  readonly callsHint: string
  readonly closeCalls: string
  readonly callSent: string
  readonly callAnswer: string
  readonly callByHand: string
  readonly allProducts: string
  readonly currency: string
  /** On the button that takes the currency chosen beside it. */
  readonly changeCurrency: string
  readonly examples: string
  readonly reviews: string
  readonly noReviews: string
  /** Of so many reviews; the average is written as the language does. */
  readonly rated: (average: string, count: number) => string
  readonly stars: (rating: number) => string
  readonly writeReview: string
  readonly reviewName: string
  readonly rating: string
  readonly reviewComment: string
  readonly sendReview: string
  readonly reviewTaken: string
  /** Above the form, where something of it was not taken. */
  readonly reviewRefused: string
  readonly reviewRejected: Readonly<Record<'ORIGIN_NOT_ALLOWED' | 'TOO_MANY_REQUESTS' | 'other', string>>
}

/** What the configurator says. */
export interface Texts {
  readonly loading: string
  readonly failed: string
  readonly noAnswer: string
  /** The service answered that something broke there. */
  readonly broken: string
  readonly notPossible: string
  /** In the place of a part of the configurator that could not be loaded. */
  readonly partLost: string
  readonly tryAgain: string
  readonly required: string
  readonly pleaseChoose: string
  readonly clear: string
  readonly notAvailable: string
  /** Beside an answer with which nothing whole can come of the selections. */
  readonly deadEnd: string
  /** How many answers are left out because they are dead ends. */
  readonly availableFrom: (date: string) => string
  readonly between: (min: string, max: string) => string
  readonly atLeast: (min: string) => string
  readonly atMost: (max: string) => string
  readonly moreAbout: (title: string) => string
  readonly pages: string
  readonly next: string
  readonly back: string
  readonly finishPageFirst: string
  readonly price: string
  readonly yourPrice: string
  readonly net: string
  readonly tax: string
  readonly gross: string
  readonly plusTax: string
  readonly inclTax: string
  readonly recurring: string
  readonly updating: string
  /** In place of a price, while entries are missing without which there is none. */
  readonly notYetPriced: string
  /** Beside a price that does not hold the last entries. */
  readonly notCurrent: string
  readonly notConfirmed: string
  readonly selection: string
  readonly missing: (count: number) => string
  /** Of entries that are missing or not taken. */
  readonly attention: (count: number) => string
  readonly andMore: (count: number) => string
  readonly complete: string
  readonly dispatch: (days: number) => string
  readonly wasPrice: string
  readonly examples: string
}

/** What it says after an entry, and beside what came then; loaded when the first drawing stands. */
export interface ToldTexts {
  readonly expired: string
  readonly unsentRestored: string
  readonly chooseFileAgain: (question: string) => string
  readonly confirmTitle: string
  readonly confirmYes: string
  readonly confirmNo: string
  readonly changedByUs: string
  readonly dismiss: string
  /** What happened to a question by itself; `from` and `to` are quoted already, null where nothing is selected. */
  readonly automatic: (question: string, from: string | null, to: string | null, reason: string) => string
  /** The same before it happens, while the shopper is asked. */
  readonly planned: (question: string, from: string | null, to: string | null) => string
  readonly exampleBegun: (title: string) => string
  /** After everything was cleared. */
  readonly emptied: string
  readonly backToEntries: string
  readonly undo: string
  readonly redo: string
  readonly beginAnew: string
  readonly share: string
  /** Above the address of a shared configuration. */
  readonly shareHint: string
  readonly linkCopied: string
  readonly linkTooMany: string
  /** Above a configuration that somebody else has shared. */
  readonly sharedView: string
  readonly tools: string
  /** What leads to the advisor, its name, and what leads away from it. */
  readonly askAdvisor: string
  readonly advisor: string
  readonly closeAdvisor: string
  /** Of the price; what stands below is loaded when it is opened. */
  readonly madeOf: string
  readonly basePart: string
  readonly sum: string
  readonly sumOf: (pieces: number) => string
  readonly discount: string
  /** In place of an amount that the selections do not give yet. */
  readonly noPrice: string
  /** `rate` in per cent. */
  readonly taxInIt: (rate: string, amount: string) => string
  readonly taxOnTop: (rate: string, amount: string) => string
  /** What leads to the comparison of two configurations, and what it says. */
  readonly compare: string
  readonly comparison: string
  readonly thisOne: string
  readonly beforeLast: string
  readonly otherOne: string
  readonly nothingBefore: string
  readonly nothingDiffers: string
  readonly nothingChosen: string
  readonly stillMissing: string
  readonly otherLink: string
  readonly showBeside: string
  readonly besideBefore: string
  readonly print: string
  readonly closeComparison: string
  readonly notALink: string
  readonly noSuch: string
  readonly otherProduct: string
}

/** What it says where something cannot be had, in one piece with what asks for it. */
export interface WhyTexts {
  readonly hiddenAnswers: (count: number) => string
  readonly showThem: string
  /** Beside what cannot be had; the button is called by `whyOf`. */
  readonly why: string
  readonly whyOf: (title: string) => string
  /** Above what has to go or to change where an answer is taken. */
  readonly takesAway: string
  /** In its place, where that was not found. */
  readonly takesUnknown: string
  /** Where the service does not say why. */
  readonly whyUnknown: string
  /** Before another way to the same. */
  readonly orElse: string
  readonly takeIt: string
  readonly leaveIt: string
}

/** What a field for files says, in one piece with it. */
export interface FileTexts {
  readonly fileKind: (name: string, extensions: string) => string
  readonly fileSize: (name: string, megabytes: string) => string
  readonly cancel: string
  readonly fileCame: (name: string) => string
  readonly fileRemoved: (name: string) => string
  readonly leaveOut: (name: string) => string
  readonly preview: (name: string) => string
  readonly remove: string
  readonly removeFile: (name: string) => string
  readonly sending: (name: string) => string
  readonly tooLarge: string
}

/** Of a product that is gone through in steps. */
export interface StepTexts {
  /** Of a product whose pages are steps. */
  readonly stepOf: (step: number, steps: number) => string
  /** Of one step: how many entries are missing there. */
  readonly stepMissing: (count: number) => string
}
