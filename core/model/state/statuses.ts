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

export const quoteStatuses = {
  requested: 'Requested',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
} as const

export const paymentStatuses = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  incorrect_amount: 'Incorrect amount',
  unsupported_currency: 'Unsupported currency',
  refunded: 'Refunded',
} as const
