// The VAT ids of every member of the European Union, and of Northern Ireland, by prefix.
import type { VatIdForm } from '../define.js'
import { austria } from './austria.js'
import { belgium } from './belgium.js'
import { bulgaria } from './bulgaria.js'
import { croatia } from './croatia.js'
import { cyprus } from './cyprus.js'
import { czechia } from './czechia.js'
import { denmark } from './denmark.js'
import { estonia } from './estonia.js'
import { finland } from './finland.js'
import { france } from './france.js'
import { germany } from './germany.js'
import { greece } from './greece.js'
import { hungary } from './hungary.js'
import { ireland } from './ireland.js'
import { italy } from './italy.js'
import { latvia } from './latvia.js'
import { lithuania } from './lithuania.js'
import { luxembourg } from './luxembourg.js'
import { malta } from './malta.js'
import { netherlands } from './netherlands.js'
import { northernIreland } from './northern-ireland.js'
import { poland } from './poland.js'
import { portugal } from './portugal.js'
import { romania } from './romania.js'
import { slovakia } from './slovakia.js'
import { slovenia } from './slovenia.js'
import { spain } from './spain.js'
import { sweden } from './sweden.js'

export const forms: readonly VatIdForm[] = [
  austria,
  belgium,
  bulgaria,
  cyprus,
  czechia,
  germany,
  denmark,
  estonia,
  greece,
  spain,
  finland,
  france,
  croatia,
  hungary,
  ireland,
  italy,
  lithuania,
  luxembourg,
  latvia,
  malta,
  netherlands,
  poland,
  portugal,
  romania,
  sweden,
  slovenia,
  slovakia,
  northernIreland,
]
