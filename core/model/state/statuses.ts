// The states of orders, quotes and payments with their English labels.

export const orderStatuses = {
  in_checkout: 'In checkout',
  saved: 'Saved',
  ordered: 'Ordered',
  paid: 'Paid',
  incorrect_amount: 'Incorrect amount',
  unsupported_currency: 'Unsupported currency',
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const

/** Derived from the payments of an order. */
export const paymentStates = {
  none: 'Nothing due',
  unpaid: 'Unpaid',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const

/** Derived from the shipments of an order. */
export const fulfilmentStates = {
  none: 'Nothing to ship',
  unfulfilled: 'Unfulfilled',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
} as const

export const quoteStatuses = {
  requested: 'Requested',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
} as const

/** Occasions for notifications: every status of an order or a quote, and a new shipment. */
export const notificationStatuses = { ...orderStatuses, shipment: 'Shipment created', ...quoteStatuses } as const

export const paymentStatuses = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  incorrect_amount: 'Incorrect amount',
  unsupported_currency: 'Unsupported currency',
  refunded: 'Refunded',
} as const
