// The network that an address belongs to: what limits count by, because one caller of IPv6 has a whole /64 to send from.
import { isIPv6 } from 'node:net'

/** Longer than any address; a trusted proxy may still hand on whatever it was sent. */
const longest = 64
/** `::ffff:192.0.2.1`: an IPv4 address as a socket of both families shows it. */
const mapped = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i

/** An IPv4 address as it is, an IPv6 address as its first 64 bits: `2001:db8:0:7::/64`. */
export function networkOf(address: string): string {
  const shown = address.slice(0, longest)
  const plain = mapped.exec(shown)?.[1] ?? shown
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('%', 1)[0]!.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  // The last 32 bits may be written as an IPv4 address, which stands for two groups.
  const given = left.length + right.length + (plain.includes('.') ? 1 : 0)
  const groups = [...left, ...Array<string>(Math.max(0, 8 - given)).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
