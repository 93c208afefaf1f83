// The key under which a shopper reaches what is his: a configuration, a cart, an order, a quote, a payment.
import { randomBytes } from 'node:crypto'

const pattern = /^[A-Za-z0-9_-]{32}$/

/** 192 random bits as 32 characters: whoever holds it is let in, so nobody may guess it. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** False for what no token can be, so that nothing is looked up by it. */
export const isToken = (text: string): boolean => pattern.test(text)
