// The program behind `svc svc:mcp`: nothing but the protocol is loaded here; workers hold the service.
import { runMcp } from '../plugins/mcp/stdio/program.js'

// Whatever prints in this process must not come between the messages.
const write = process.stdout.write.bind(process.stdout)
const output = new (await import('node:stream')).Writable({
  write: (chunk: Buffer, _encoding, done) => void write(chunk, () => done()),
})
process.stdout.write = process.stderr.write.bind(process.stderr)

process.exitCode = await runMcp(process.argv.slice(3), {
  input: process.stdin,
  output,
  tell: (line) => void process.stderr.write(`${line}\n`),
})
