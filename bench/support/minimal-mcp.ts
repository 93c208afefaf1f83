// The smallest server that the protocol's SDK makes: one tool without work, over stdio; what ours is measured beside.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** What every call answers: the result of the server that is measured beside it, as JSON. */
const result = JSON.parse(process.argv[2] ?? '{"content": []}') as { content: [] }

const server = new Server({ name: 'minimal', version: '1.0.0' }, { capabilities: { tools: {} } })
const tool = { name: 'svc_describe_customization', description: 'Does nothing.', inputSchema: { type: 'object' as const } }
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }))
server.setRequestHandler(CallToolRequestSchema, () => result)
await server.connect(new StdioServerTransport())
