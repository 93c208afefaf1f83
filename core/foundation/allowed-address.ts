// Decides by a list of allowed hosts whether the service may send secrets to an address that an author entered.

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The parsed http or https address; null for anything else and for addresses that contain a user or a password. */
function parseAddress(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** True for an http or https address of this machine. */
export function isLoopback(address: string): boolean {
  const url = parseAddress(address)
  return url !== null && loopback.test(url.hostname)
}

/** True if the host is in the list. Plain http needs a loopback host or an entry of the form `http://host[:port]`. */
export function isAllowedAddress(address: string, hosts: readonly string[]): boolean {
  const url = parseAddress(address)
  if (url === null) return false
  if (url.protocol === 'https:') return hosts.includes(url.host)
  return hosts.includes(`http://${url.host}`) || (loopback.test(url.hostname) && hosts.includes(url.host))
}

/** True for an entry of such a list: `name[:port]` or `http://name[:port]`, in lower case and without the default port. */
export function isHostEntry(entry: string): boolean {
  const isHttp = entry.startsWith('http://')
  const address = isHttp ? entry : `https://${entry}`
  if (!URL.canParse(address)) return false
  const { origin, host } = new URL(address)
  return (isHttp ? origin : host) === entry
}
