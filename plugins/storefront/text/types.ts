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

export interface ShopTexts {
  readonly loading: string
  readonly failed: string
  readonly noAnswer: string
  readonly broken: string
  readonly notPossible: string
  readonly tryAgain: string
  readonly signedOutElsewhere: string
  readonly required: string
  readonly optional: string
  readonly pleaseChoose: string
  readonly save: string
  readonly saved: string
  readonly cancel: string
  readonly change: string
  readonly remove: string
  readonly undo: string
  readonly toProducts: string
  readonly noProducts: string
  readonly configure: string
  readonly basePrice: (values: { amount: Value }) => string
  readonly fromPrice: (values: { amount: Value }) => string
  readonly summaryUnknown: string
  readonly print: string
  readonly changeOf: (values: { title: Value }) => string
  readonly refusal: (values: { code: string }) => string
  readonly pleaseCorrect: (values: { count: number }) => string
  readonly summary: string
  readonly goods: string
  readonly delivery: string
  readonly payment: string
  readonly discount: string
  readonly includedDiscount: (values: { title: Value }) => string
  readonly total: string
  readonly totalNet: string
  readonly totalGross: string
  readonly estimate: string
  readonly tax: (values: { rate: Value; net: Value }) => string
  readonly recurring: string
  readonly each: (values: { amount: Value }) => string
  readonly free: string
  readonly days: (values: { days: number }) => string
  readonly deliveryDates: (values: { dates: Value }) => string
  readonly cartEmpty: string
  readonly positions: (values: { count: number }) => string
  readonly quantity: string
  readonly quantityOf: (values: { title: Value }) => string
  readonly quantityRule: (values: { min: Value; max: Value; step: number }) => string
  readonly fewer: (values: { title: Value }) => string
  readonly more: (values: { title: Value }) => string
  readonly selection: (values: { count: number }) => string
  readonly edit: string
  readonly copy: string
  readonly copied: (values: { title: Value }) => string
  readonly removed: (values: { title: Value }) => string
  readonly note: string
  readonly noteHint: string
  readonly cartNote: string
  readonly notSold: (values: { title: Value }) => string
  readonly toCheckout: string
  readonly requestQuote: string
  readonly requestQuoteHint: string
  readonly country: string
  readonly state: string
  readonly addressCounts: string
  readonly currency: string
  readonly cannotOrderYet: string
  readonly repairPositions: string
  readonly noPrices: string
  readonly signIn: string
  readonly signInHint: string
  readonly register: string
  readonly registerHint: string
  readonly signOut: string
  readonly signedInAs: (values: { email: Value }) => string
  readonly hostSignsIn: string
  readonly email: string
  readonly password: string
  readonly passwordHint: string
  readonly forgotPassword: string
  readonly giveEmail: string
  readonly mailSent: string
  readonly registrationSent: (values: { email: Value }) => string
  readonly demoMails: string
  readonly confirmEmail: string
  readonly confirmAndSignIn: string
  readonly changePassword: string
  readonly changePasswordHint: string
  readonly newPassword: string
  readonly setPassword: string
  readonly passwordChanged: string
  readonly profile: string
  readonly addresses: string
  readonly noAddresses: string
  readonly addAddress: string
  readonly addressRemoved: string
  readonly defaultBilling: string
  readonly defaultDelivery: string
  readonly carts: string
  readonly noCarts: string
  readonly goOn: string
  readonly lastChanged: (values: { date: Value }) => string
  readonly thisCart: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly line1: string
  readonly line2: string
  readonly zip: string
  readonly city: string
  readonly phone: string
  readonly vatId: string
  readonly progress: string
  readonly cartStep: string
  readonly addressStep: string
  readonly deliveryStep: string
  readonly paymentStep: string
  readonly reviewStep: string
  readonly haveAccount: string
  readonly contact: string
  readonly billingAddress: string
  readonly deliveryAddress: string
  readonly savedAddress: string
  readonly sameAddress: string
  readonly likeBilling: string
  readonly vatIdHint: string
  readonly goOnTo: string
  readonly back: string
  readonly backToCart: string
  readonly changeCart: string
  readonly orderNote: string
  readonly terms: string
  readonly agree: string
  readonly order: (values: { total: Value }) => string
  readonly orderPlain: string
  readonly totalChanged: (values: { before: Value; now: Value }) => string
  readonly ordered: string
  readonly questions: (values: { contact: Value }) => string
  readonly orderAgain: string
  readonly orders: string
  readonly noOrders: string
  readonly quotes: string
  readonly quoteUnknown: string
  readonly quoteNumber: (values: { number: Value; date: Value }) => string
  readonly quoteState: (values: { status: string }) => string
  readonly validUntil: (values: { date: Value }) => string
  readonly quoteFile: string
  readonly toOrder: string
  readonly accept: string
  readonly decline: string
  readonly reallyDecline: string
  readonly reviewItems: string
  readonly choices: (values: { count: number }) => string
  readonly designs: string
  readonly designsHint: string
}

export interface OrderTexts {
  readonly thanks: (values: { number: Value }) => string
  readonly mailTo: (values: { email: Value }) => string
  readonly orderNumber: (values: { number: Value }) => string
  readonly datedOrderNumber: (values: { number: Value; date: Value }) => string
  readonly orderUnknown: string
  readonly orderUnknownGuest: string
  readonly orderState: (values: { status: string }) => string
  readonly paymentState: (values: { status: string }) => string
  readonly payNow: string
  readonly payAgain: string
  readonly confirmation: string
  readonly invoice: string
  readonly paymentBadge: (values: { state: string }) => string
  readonly fulfilmentBadge: (values: { state: string }) => string
  readonly cancelledBadge: string
  readonly progress: string
  readonly step: (values: { step: string }) => string
  readonly stepDone: string
  readonly stepOpen: string
  readonly shipments: string
  readonly shipmentNumber: (values: { number: Value }) => string
  readonly shippedOn: (values: { date: Value }) => string
  readonly deliveredOn: (values: { date: Value }) => string
  readonly trackingNumber: (values: { code: Value }) => string
  readonly trackParcel: string
  readonly moreShipments: string
  readonly creditNote: (values: { number: Value }) => string
  readonly cancelOrder: string
  readonly reallyCancel: (values: { number: Value }) => string
  readonly cancelHint: string
  readonly keepOrder: string
  readonly help: string
  readonly helpHint: (values: { number: Value }) => string
  readonly writeUs: (values: { email: Value }) => string
  readonly callUs: (values: { phone: Value }) => string
}

export interface DesignTexts {
  readonly lead: string
  readonly none: string
  readonly signInFirst: string
  readonly savedOn: (values: { product: Value; date: Value }) => string
  readonly nowSaved: string
  readonly notSaved: string
  readonly unfinished: string
  readonly notSold: string
  readonly details: (values: { count: number }) => string
  readonly addToCart: string
  readonly added: (values: { name: Value }) => string
  readonly toCart: string
  readonly edit: string
  readonly goOn: string
  readonly rename: string
  readonly name: string
  readonly renamed: string
  readonly share: string
  readonly link: string
  readonly linkCopied: string
  readonly linkReady: string
  readonly duplicate: string
  readonly copyOf: (values: { name: Value }) => string
  readonly duplicated: (values: { name: Value }) => string
  readonly remove: string
  readonly confirmRemove: (values: { name: Value }) => string
  readonly removed: (values: { name: Value }) => string
  readonly cancel: string
  readonly compare: string
  readonly compareHint: string
  readonly comparison: string
  readonly product: string
  readonly price: string
  readonly plusRecurring: (values: { amount: Value; recurring: Value }) => string
}

export interface TalkTexts {
  readonly none: string
  readonly demonstration: string
  readonly agree: string
  readonly agreed: string
  readonly you: string
  readonly advisor: string
  readonly person: string
  readonly message: string
  readonly messageHint: string
  readonly send: string
  readonly stop: string
  readonly writing: string
  readonly announced: (values: { text: Value; status: Value }) => string
  readonly unverified: string
  readonly unverifiedNote: string
  readonly ownFigure: string
  readonly looking: string
  readonly recommended: string
  readonly configurationState: string
  readonly costs: (values: { amount: Value }) => string
  readonly finished: string
  readonly stillMissing: string
  readonly open: string
  readonly buy: string
  readonly otherOne: string
  readonly askPerson: string
  readonly askPersonHint: string
  readonly askPersonSend: string
  readonly personAsked: string
  readonly telephone: string
  readonly startOver: string
  readonly remove: string
  readonly reallyRemove: string
  readonly removed: string
  readonly ended: string
  readonly notSent: string
  readonly reconnecting: string
  readonly conversationTooLong: string
  readonly contactRequired: string
}
