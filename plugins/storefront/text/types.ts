// Types of the shop front's texts, one interface per catalog in messages/. Written by npm run generate.

type Value = number | string

export interface StorefrontPageTexts {
  readonly products: string
  readonly noProducts: string
  readonly toConfigurator: (values: { title: Value }) => string
  readonly languages: string
  readonly languageName: string
  readonly toContent: string
  readonly needsScript: string
  readonly pageNeedsScript: string
  readonly cart: string
  readonly checkout: string
  readonly advisor: string
  readonly advisorLead: string
  readonly yours: string
  readonly account: string
  readonly order: string
  readonly quote: string
  readonly quantity: string
  readonly addToCart: string
  readonly toCart: string
  readonly added: (values: { count: Value }) => string
  readonly unfinished: string
  readonly notAdded: string
  readonly shopSilent: string
  readonly editing: string
  readonly saveLine: string
  readonly cancelEditing: string
  readonly lineGone: string
  readonly linkUnknown: string
  readonly newPassword: string
  readonly setPassword: string
  readonly passwordChanged: string
  readonly notFound: string
  readonly notFoundHint: string
  readonly basePrice: (values: { amount: Value }) => string
  readonly fromPrice: (values: { amount: Value }) => string
  readonly calls: string
  readonly callsHint: string
  readonly closeCalls: string
  readonly callSent: string
  readonly callAnswer: string
  readonly callByHand: string
  readonly allProducts: string
  readonly currency: string
  readonly examples: string
  readonly reviews: string
  readonly noReviews: string
  readonly rated: (values: { count: number; average: Value }) => string
  readonly stars: (values: { rating: number }) => string
  readonly writeReview: string
  readonly reviewName: string
  readonly rating: string
  readonly reviewComment: string
  readonly sendReview: string
  readonly reviewAccepted: string
  readonly reviewRefused: string
  readonly reviewRejected: (values: { code: string }) => string
  readonly contact: string
  readonly service: string
  readonly legal: string
  readonly paymentMethods: string
  readonly shippingMethods: string
  readonly menu: string
  readonly search: string
  readonly searchProducts: string
  readonly searchResults: (values: { query: Value }) => string
  readonly nothingFound: string
  readonly languageAndCurrency: string
  readonly allOfList: (values: { title: Value }) => string
  readonly discover: string
  readonly productCount: (values: { count: number }) => string
  readonly filters: string
  readonly closeFilters: string
  readonly applyFilters: string
  readonly activeFilters: string
  readonly removeFilter: string
  readonly clearFilters: string
  readonly availability: string
  readonly available: string
  readonly priceIn: (values: { currency: Value }) => string
  readonly priceFrom: string
  readonly priceTo: string
  readonly priceAbove: (values: { amount: Value }) => string
  readonly priceBelow: (values: { amount: Value }) => string
  readonly yes: string
  readonly no: string
  readonly sortBy: (values: { order: Value }) => string
  readonly sortRelevance: string
  readonly sortList: string
  readonly sortTitle: string
  readonly sortPrice: string
  readonly sortPriceDescending: string
  readonly sortNewest: string
  readonly pages: string
  readonly pageOf: (values: { page: Value; last: Value }) => string
  readonly previousPage: string
  readonly nextPage: string
  readonly noneLeft: string
  readonly didYouMean: string
  readonly browseLists: string
  readonly relatedProducts: string
  readonly designs: string
  readonly resumeTitle: string
  readonly resumeText: (values: { title: Value }) => string
  readonly resume: string
  readonly discardResume: string
  readonly recentlyViewed: string
  readonly plusDelivery: (values: { delivery: Value }) => string
  readonly trust: string
  readonly trustDelivery: string
  readonly trustReturns: string
  readonly trustPayment: string
  readonly deliveryCosts: string
}

export interface ConfiguratorTexts {
  readonly loading: string
  readonly failed: string
  readonly noAnswer: string
  readonly broken: string
  readonly notPossible: string
  readonly configurationNotAvailable: string
  readonly partLost: string
  readonly tryAgain: string
  readonly required: string
  readonly pleaseChoose: string
  readonly clear: string
  readonly notAvailable: string
  readonly deadEnd: string
  readonly availableFrom: (values: { date: Value }) => string
  readonly between: (values: { min: Value; max: Value }) => string
  readonly atLeast: (values: { min: Value }) => string
  readonly atMost: (values: { max: Value }) => string
  readonly moreAbout: (values: { title: Value }) => string
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
  readonly notYetPriced: string
  readonly notCurrent: string
  readonly notConfirmed: string
  readonly selection: string
  readonly missing: (values: { count: number }) => string
  readonly attention: (values: { count: number }) => string
  readonly andMore: (values: { count: Value }) => string
  readonly complete: string
  readonly wasPrice: string
  readonly examples: string
  readonly stepOf: (values: { step: Value; steps: Value }) => string
  readonly stepMissing: (values: { count: number }) => string
  readonly allowedFiles: (values: { extensions: Value; megabytes: Value }) => string
  readonly perUnit: (values: { amount: Value; unit: Value }) => string
}

export interface DeferredTexts {
  readonly expired: string
  readonly unsentRestored: string
  readonly chooseFileAgain: (values: { question: Value }) => string
  readonly confirmTitle: string
  readonly confirmYes: string
  readonly confirmNo: string
  readonly changedByUs: string
  readonly dismiss: string
  readonly automatic: (values: { question: Value; change: string; from: Value; to: Value; reason: string }) => string
  readonly planned: (values: { question: Value; change: string; from: Value; to: Value }) => string
  readonly exampleStarted: (values: { title: Value }) => string
  readonly emptied: string
  readonly backToEntries: string
  readonly undo: string
  readonly redo: string
  readonly startOver: string
  readonly share: string
  readonly shareHint: string
  readonly linkCopied: string
  readonly linkTooMany: string
  readonly sharedView: string
  readonly tools: string
  readonly askAdvisor: string
  readonly advisor: string
  readonly closeAdvisor: string
  readonly priceParts: string
  readonly basePart: string
  readonly sum: string
  readonly sumOf: (values: { pieces: Value }) => string
  readonly discount: string
  readonly noPrice: string
  readonly taxInIt: (values: { rate: Value; amount: Value }) => string
  readonly taxOnTop: (values: { rate: Value; amount: Value }) => string
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
  readonly hiddenAnswers: (values: { count: number }) => string
  readonly showThem: string
  readonly why: string
  readonly whyOf: (values: { title: Value }) => string
  readonly requiredChanges: string
  readonly unknownChanges: string
  readonly whyUnknown: string
  readonly orElse: string
  readonly takeIt: string
  readonly leaveIt: string
  readonly fileKind: (values: { name: Value; extensions: Value }) => string
  readonly fileSize: (values: { name: Value; megabytes: Value }) => string
  readonly cancel: string
  readonly fileCame: (values: { name: Value }) => string
  readonly fileRemoved: (values: { name: Value }) => string
  readonly leaveOut: (values: { name: Value }) => string
  readonly preview: (values: { name: Value }) => string
  readonly remove: string
  readonly removeFile: (values: { name: Value }) => string
  readonly sending: (values: { name: Value }) => string
  readonly tooLarge: string
  readonly save: string
  readonly saveFailed: string
  readonly savedDesign: string
  readonly toDesigns: string
  readonly pictures: string
  readonly pictureOf: (values: { number: Value; count: Value }) => string
}
