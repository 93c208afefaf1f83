// Types of the shop front's texts, one interface per catalog in messages/. Written by npm run generate.

type Value = number | string

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
  readonly documentLanguage: (values: { language: Value }) => string
  readonly showInLanguage: (values: { language: Value }) => string
  readonly quoteNumber: (values: { number: Value; date: Value }) => string
  readonly quoteState: (values: { status: string }) => string
  readonly validUntil: (values: { date: Value }) => string
  readonly quoteFile: string
  readonly toOrder: string
  readonly accept: string
  readonly decline: string
  readonly reallyDecline: string
  readonly reviewItems: string
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
