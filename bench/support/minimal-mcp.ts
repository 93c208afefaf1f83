// Baseline MCP server over stdio: the smallest SDK server, with one tool that does no work.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** The reply to every call: the result of the measured server, as JSON. */
const toolResult = JSON.parse(process.argv[2] ?? '{"content": []}') as { content: [] }

const server = new Server({ name: 'minimal', version: '1.0.0' }, { capabilities: { tools: {} } })
const tool = { name: 'svc_describe_customization', description: 'Does nothing.', inputSchema: { type: 'object' as const } }
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }))
server.setRequestHandler(CallToolRequestSchema, () => toolResult)
await server.connect(new StdioServerTransport())
