// The store of images and files: that what is put into it comes out again.
import { randomBytes } from 'node:crypto'
import { broken, defineExamination, sound } from '../examination/define.js'

export const files = defineExamination({
  name: 'files',
  description: 'The store of images and files: whether what is put into it comes out again.',
  async examine({ app: { context } }) {
    const name = `probe-${randomBytes(9).toString('hex')}`
    const bytes = randomBytes(1024)
    await context.files.put(name, bytes)
    try {
      const kept = await context.files.get(name)
      if (kept !== null && bytes.equals(kept)) return [sound('What is stored comes out again.')]
      return [
        broken(
          'What was stored did not come out again as it was.',
          'Look at the disk below the folder of files, or at the bucket.',
        ),
      ]
    } finally {
      await context.files.remove(name)
    }
  },
})
