// Baseline MCP server over HTTP in the SDK's stateless pattern: a new server and transport per request. Prints its address.
import { createServer } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** The reply to every call: the result of the measured server, as JSON. */
const result = JSON.parse(process.argv[2] ?? '{"content": []}') as { content: [] }

const listener = createServer((request, response) => {
  const server = new Server({ name: 'minimal', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(CallToolRequestSchema, () => result)
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  response.on('close', () => void server.close())
  // The SDK declares optional members that its own class lacks under `exactOptionalPropertyTypes`.
  void server
    .connect(transport as unknown as Parameters<typeof server.connect>[0])
    .then(() => transport.handleRequest(request, response))
})
listener.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  if (typeof address === 'object' && address) console.log(`Listening on http://127.0.0.1:${address.port}`)
})
