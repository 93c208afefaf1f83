// Passes requests on with a bearer token, because the conformance suite cannot send one: `node with-token.js <url> <token>`.
import { createServer, request } from 'node:http'

const [target, token] = process.argv.slice(2)
const server = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
  const onward = request(new URL(incoming.url, target), { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
