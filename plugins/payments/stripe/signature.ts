// Verifies the header `stripe-signature` of webhook calls: `t=<seconds>,v1=<digest>`. It holds two digests while a secret is rotated.
import { type Delivery, isRecent, isSigned } from 'product-configurator-service'

/** Checks at most this many digests, to bound the work per call. */
const maxDigests = 5

/** True if a digest matches the timestamp and the body, and the timestamp is recent. */
export function isFromStripe({ bytes, headers }: Delivery, secret: string, now: number): boolean {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return false
  const pairs = header.split(',').map((pair) => pair.split('=', 2))
  const of = (name: string): readonly string[] => pairs.flatMap(([key, value]) => (key?.trim() === name ? [value ?? ''] : []))
  const [time = ''] = of('t')
  if (!/^\d{1,12}$/.test(time) || !isRecent(Number(time) * 1_000, now)) return false
  const digests = of('v1').slice(0, maxDigests)
  return digests.some((signature) => isSigned({ secret, parts: [`${time}.`, bytes], signature }))
}
