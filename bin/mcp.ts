// Entry point of `svc svc:mcp`. It loads only the protocol; worker processes load the service.
import { runMcp } from '../plugins/mcp/stdio/program.js'

// Redirect all other output of this process to stderr. On stdout it would corrupt the protocol.
const write = process.stdout.write.bind(process.stdout)
const output = new (await import('node:stream')).Writable({
  write: (chunk: Buffer, _encoding, callback) => void write(chunk, () => callback()),
})
process.stdout.write = process.stderr.write.bind(process.stderr)

process.exitCode = await runMcp(process.argv.slice(3), {
  input: process.stdin,
  output,
  report: (line) => void process.stderr.write(`${line}\n`),
})
