// `npm run prose`: counts wording to replace per area; `-- <path>` lists the places below a path; `-- --renew` lowers the ceilings.
import { readFileSync, writeFileSync } from 'node:fs'
import { repositoryRoot } from '../support/repository.js'
import { ceilingsFile, type Ceilings, lowered } from './ceilings.js'
import { allPlaces, countByArea } from './wording.js'

const args = process.argv.slice(2)
const places = allPlaces()
const counts = countByArea(places)

if (args.includes('--renew')) {
  const file = `${repositoryRoot}/${ceilingsFile}`
  const ceilings = JSON.parse(readFileSync(file, 'utf8')) as Ceilings
  writeFileSync(file, `${JSON.stringify(lowered(ceilings, counts), null, 2)}\n`)
  console.log(`Lowered ceilings in ${ceilingsFile} where an area has fewer places.`)
} else if (args[0] !== undefined) {
  for (const { path, text, instead } of places.filter((place) => place.path.startsWith(args[0]!)))
    console.log(`${path}: "${text}": ${instead}`)
} else {
  for (const [area, { phrases, names, sentences }] of counts)
    console.log(`${area.padEnd(26)} ${phrases} phrases, ${names} names, ${sentences} long sentences`)
}
