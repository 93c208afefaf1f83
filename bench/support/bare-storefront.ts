// Baseline of the storefront bench: a static page as heavy as the storefront, and replies that cost nothing.
// `node dist/bench/support/bare-storefront.js <bytes of the page> <bytes of a reply>`; prints `Listening on <url>` and ends with SIGTERM.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [, program = '', page, reply] = process.argv
if (page !== undefined && program.endsWith('bare-storefront.js')) {
  const document = `<!doctype html><title>Bare</title><script type="module" src="/script.js"></script>
<label><input type="checkbox">One more</label><output>0</output>`
  // Random text does not compress, so as many bytes are sent as by the compressed storefront.
  const ballast = randomBytes(Number(page)).toString('base64').slice(0, Number(page))
  const script = `// ${ballast}
let sum = 0
document.querySelector('input').addEventListener('change', () => (document.querySelector('output').value = ++sum))
document.body.toggleAttribute('data-ready')`
  const answer = JSON.stringify({ data: 'x'.repeat(Number(reply ?? 0)) })
  const server = createServer((request, response) => {
    const [type, body] =
      request.url === '/script.js'
        ? ['text/javascript', script]
        : request.method === 'GET'
          ? ['text/html', document]
          : ['application/json', answer]
    request.resume().on('end', () => response.writeHead(200, { 'content-type': type }).end(body))
  })
  process.once('SIGTERM', () => process.exit(0))
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
}
