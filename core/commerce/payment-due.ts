// Checks whether an amount is due. Checkout asks for a payment method only if one is.

/** True if a one-time or recurring amount is due. Accepts amounts of prices and of records. */
export const isPaymentDue = (gross: number | null, recurring: number | null): boolean => (gross ?? 0) > 0 || (recurring ?? 0) > 0
