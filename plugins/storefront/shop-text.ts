// Types of the texts for cart, checkout, account, order and quote; one object per language in texts/.
import type { CheckoutStep } from '#core/commerce/checkout/define.js'

/** Texts that every component uses. */
interface CommonTexts {
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
  /** The price before any selection. A valid configuration may cost more. */
  readonly basePrice: (amount: string) => string
  /** The proven minimum price of a complete configuration. */
  readonly fromPrice: (amount: string) => string
  /** Replaces a summary that does not exist. */
  readonly summaryUnknown: string
  readonly print: string
  readonly changeOf: (title: string) => string
  /** Replace the service's messages, which address API callers. Keys: field and code, field, or code. */
  readonly refusals: Readonly<Record<string, string>>
  /** Heading of the list of errors in a form. */
  readonly pleaseCorrect: (count: number) => string
}

interface MoneyTexts {
  readonly summary: string
  readonly goods: string
  readonly delivery: string
  readonly payment: string
  readonly discount: string
  readonly includedDiscount: (title: string) => string
  readonly total: string
  readonly totalNet: string
  readonly totalGross: string
  readonly estimate: string
  readonly netInIt: string
  readonly tax: (rate: string, net: string) => string
  readonly recurring: string
  readonly each: (amount: string) => string
  readonly free: string
  readonly days: (days: number) => string
}

interface CartTexts {
  readonly cartEmpty: string
  readonly positions: (count: number) => string
  readonly quantity: string
  readonly quantityOf: (title: string) => string
  readonly quantityRule: (min: number, max: number, step: number) => string
  readonly fewer: (title: string) => string
  readonly more: (title: string) => string
  readonly selection: (count: number) => string
  readonly edit: string
  readonly copy: string
  readonly copied: (title: string) => string
  readonly removed: (title: string) => string
  readonly note: string
  readonly noteHint: string
  readonly cartNote: string
  readonly notSold: (title: string) => string
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
}

interface AccountTexts {
  readonly signIn: string
  readonly signInHint: string
  readonly register: string
  readonly registerHint: string
  readonly signOut: string
  readonly signedInAs: (email: string) => string
  readonly hostSignsIn: string
  readonly email: string
  readonly password: string
  readonly passwordHint: string
  readonly forgotPassword: string
  readonly giveEmail: string
  readonly mailSent: string
  readonly registrationSent: (email: string) => string
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
  readonly lastChanged: (date: string) => string
  readonly thisCart: string
}

interface AddressTexts {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly line1: string
  readonly line2: string
  readonly zip: string
  readonly city: string
  readonly phone: string
  readonly vatId: string
}

interface CheckoutTexts {
  readonly progress: string
  readonly steps: Readonly<Record<CheckoutStep, string>>
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
  /** On the button that places a binding order. */
  readonly order: (total: string) => string
  readonly orderPlain: string
  readonly totalChanged: (before: string, now: string) => string
}

interface DocumentTexts {
  readonly ordered: string
  readonly questions: (contact: string) => string
  readonly thanks: (number: string) => string
  readonly mailTo: (email: string) => string
  readonly orderNumber: (number: string, date: string) => string
  readonly orderUnknown: string
  readonly orderUnknownGuest: string
  /** By status. */
  readonly orderStates: Readonly<Record<string, string>>
  readonly paymentStates: Readonly<Record<string, string>>
  readonly payNow: string
  readonly payAgain: string
  readonly confirmation: string
  readonly invoice: string
  readonly orderAgain: string
  readonly orders: string
  readonly noOrders: string
  readonly quotes: string
  readonly quoteUnknown: string
  readonly quoteNumber: (number: string, date: string) => string
  readonly quoteStates: Readonly<Record<string, string>>
  readonly validUntil: (date: string) => string
  readonly quoteFile: string
  readonly toOrder: string
  readonly accept: string
  readonly decline: string
  readonly reallyDecline: string
}

export interface ShopTexts extends CommonTexts, MoneyTexts, CartTexts, AccountTexts, AddressTexts, CheckoutTexts, DocumentTexts {}
