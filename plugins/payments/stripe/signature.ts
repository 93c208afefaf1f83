// The header by which Stripe signs what it reports: `t=<seconds>,v1=<digest>`, with several digests while a secret is changed.
import { type Delivery, isRecent, isSigned } from 'product-configurator-service'

/** Digests that are looked at: two while a secret is changed. */
const mostDigests = 5

/** True where one of the digests is over the time and the bytes, and the time is near. */
export function isFromStripe({ bytes, headers }: Delivery, secret: string, now: number): boolean {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return false
  const pairs = header.split(',').map((pair) => pair.split('=', 2))
  const of = (name: string): readonly string[] => pairs.flatMap(([key, value]) => (key?.trim() === name ? [value ?? ''] : []))
  const [time = ''] = of('t')
  if (!/^\d{1,12}$/.test(time) || !isRecent(Number(time) * 1_000, now)) return false
  const digests = of('v1').slice(0, mostDigests)
  return digests.some((signature) => isSigned({ secret, parts: [`${time}.`, bytes], signature }))
}
