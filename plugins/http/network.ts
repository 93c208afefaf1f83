// Maps a client address to its network for rate limits: an IPv4 address itself, an IPv6 address to its /64.
import { isIPv6 } from 'node:net'

/** Longer than any address. A trusted proxy may pass on arbitrary text. */
const maxAddressLength = 64
/** `::ffff:192.0.2.1`: an IPv4 address as a dual-stack socket reports it. */
const mappedIpv4Pattern = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i

/** Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address: `2001:db8:0:7::/64`. */
export function toNetwork(address: string): string {
  const shortAddress = address.slice(0, maxAddressLength)
  const plain = mappedIpv4Pattern.exec(shortAddress)?.[1] ?? shortAddress
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('%', 1)[0]!.split('::')
  const leading = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  // The last 32 bits may be written as an IPv4 address, which counts as two groups.
  const groupCount = leading.length + right.length + (plain.includes('.') ? 1 : 0)
  const groups = [...leading, ...Array<string>(Math.max(0, 8 - groupCount)).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
