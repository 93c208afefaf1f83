// Types of the shop front's own texts; one file per language in texts/.

/** Texts of the pages around the configurator, and of pages without one. */
export interface StorefrontPageTexts {
  readonly products: string
  readonly noProducts: string
  readonly toConfigurator: (title: string) => string
  readonly languages: string
  readonly languageName: string
  readonly toContent: string
  readonly needsScript: string
  /** Shown instead of a cart, an order or an account. */
  readonly pageNeedsScript: string
  readonly cart: string
  readonly checkout: string
  readonly account: string
  readonly advisor: string
  /** Below the advisor's name on its own page. */
  readonly advisorLead: string
  /** The name of the navigation to cart and account, for screen readers. */
  readonly yours: string
  readonly order: string
  readonly quote: string
  readonly quantity: string
  readonly addToCart: string
  readonly toCart: string
  /** {count} is replaced by the number of cart lines. */
  readonly added: string
  readonly unfinished: string
  readonly notAdded: string
  readonly shopSilent: string
  /** Next to a cart line that is being edited. */
  readonly editing: string
  readonly saveLine: string
  readonly cancelEditing: string
  /** The edited line has been removed in the meantime. */
  readonly lineGone: string
  /** Above a product whose URL names a configuration that does not exist. */
  readonly linkUnknown: string
  readonly newPassword: string
  readonly setPassword: string
  readonly passwordChanged: string
  readonly notFound: string
  readonly notFoundHint: string
  /** The price before any selection. A valid configuration may cost more. */
  readonly basePrice: (amount: string) => string
  /** The proven minimum price of a complete configuration. */
  readonly fromPrice: (amount: string) => string
  /** In a demo: the API calls of the page. */
  readonly calls: string
  readonly callsHint: string
  readonly closeCalls: string
  readonly callSent: string
  readonly callAnswer: string
  readonly callByHand: string
  readonly allProducts: string
  readonly currency: string
  /** On the button that applies the chosen currency. */
  readonly changeCurrency: string
  readonly examples: string
  readonly reviews: string
  readonly noReviews: string
  /** The rating from `count` reviews; the average is formatted in the language. */
  readonly rated: (average: string, count: number) => string
  readonly stars: (rating: number) => string
  readonly writeReview: string
  readonly reviewName: string
  readonly rating: string
  readonly reviewComment: string
  readonly sendReview: string
  readonly reviewAccepted: string
  /** Above the form if fields were rejected. */
  readonly reviewRefused: string
  readonly reviewRejected: Readonly<Record<'ORIGIN_NOT_ALLOWED' | 'TOO_MANY_REQUESTS' | 'other', string>>
}

/** Texts of the configurator. */
export interface ConfiguratorTexts {
  readonly loading: string
  readonly failed: string
  readonly noAnswer: string
  /** The service reported an internal error. */
  readonly broken: string
  readonly notPossible: string
  /** Replaces a part of the configurator that could not be loaded. */
  readonly partLost: string
  readonly tryAgain: string
  readonly required: string
  readonly pleaseChoose: string
  readonly clear: string
  readonly notAvailable: string
  /** Next to an answer that cannot be part of a complete configuration. */
  readonly deadEnd: string
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
  /** Replaces a price that missing entries make unknown. */
  readonly notYetPriced: string
  /** Next to a price that does not include the latest entries. */
  readonly notCurrent: string
  readonly notConfirmed: string
  readonly selection: string
  readonly missing: (count: number) => string
  /** Number of missing or invalid entries. */
  readonly attention: (count: number) => string
  readonly andMore: (count: number) => string
  readonly complete: string
  readonly dispatch: (days: number) => string
  readonly wasPrice: string
  readonly examples: string
}

/** Texts of the configurator after an entry and of its later parts; loaded after the first drawing. */
export interface DeferredTexts {
  readonly expired: string
  readonly unsentRestored: string
  readonly chooseFileAgain: (question: string) => string
  readonly confirmTitle: string
  readonly confirmYes: string
  readonly confirmNo: string
  readonly changedByUs: string
  readonly dismiss: string
  /** An automatic change of a question; `from` and `to` are already quoted, and null for no selection. */
  readonly automatic: (question: string, from: string | null, to: string | null, reason: string) => string
  /** The same change in the confirmation dialog, before it happens. */
  readonly planned: (question: string, from: string | null, to: string | null) => string
  readonly exampleStarted: (title: string) => string
  /** After everything was cleared. */
  readonly emptied: string
  readonly backToEntries: string
  readonly undo: string
  readonly redo: string
  readonly startOver: string
  readonly share: string
  /** Above the link to a shared configuration. */
  readonly shareHint: string
  readonly linkCopied: string
  readonly linkTooMany: string
  /** Above a configuration that another person has shared. */
  readonly sharedView: string
  readonly tools: string
  /** The button that opens the advisor, its name, and the button that closes it. */
  readonly askAdvisor: string
  readonly advisor: string
  readonly closeAdvisor: string
  /** Heading of the price's parts; they are loaded when it is opened. */
  readonly priceParts: string
  readonly basePart: string
  readonly sum: string
  readonly sumOf: (pieces: number) => string
  readonly discount: string
  /** Replaces an amount that the selections do not determine yet. */
  readonly noPrice: string
  /** `rate` in percent. */
  readonly taxInIt: (rate: string, amount: string) => string
  readonly taxOnTop: (rate: string, amount: string) => string
  /** The button that opens the comparison of two configurations, and its texts. */
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
  readonly showComparison: string
  readonly compareWithPrevious: string
  readonly print: string
  readonly closeComparison: string
  readonly notALink: string
  readonly noSuch: string
  readonly otherProduct: string
}

/** Explanations why something is unavailable; loaded with the module that shows them. */
export interface WhyTexts {
  readonly hiddenAnswers: (count: number) => string
  readonly showThem: string
  /** Next to an unavailable answer; the button's accessible name is `whyOf`. */
  readonly why: string
  readonly whyOf: (title: string) => string
  /** Heading of the selections that change or are removed with an answer. */
  readonly requiredChanges: string
  /** Replaces that list if it is unknown. */
  readonly unknownChanges: string
  /** If the service gives no reason. */
  readonly whyUnknown: string
  /** Before an alternative. */
  readonly orElse: string
  readonly takeIt: string
  readonly leaveIt: string
}

/** Texts of file fields; loaded with the module for file fields. */
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

/** Texts of a product whose pages are steps. */
export interface StepTexts {
  readonly stepOf: (step: number, steps: number) => string
  /** The number of missing entries of one step. */
  readonly stepMissing: (count: number) => string
}
