// VAT ids from companies and public lists, and the errors that the check digits of their country detect.

/** The errors that a checksum detects: all, all except pairs that it cannot distinguish, or almost all. */
export type Finds = 'all' | 'most' | ((left: number, right: number, place: number, length: number) => boolean)

export interface IssuedVatIds {
  /** Ids without prefix, validated by the standard checksum. */
  readonly ids: readonly string[]
  /** Other ids: old formats, persons, organizations with separate rules. */
  readonly others?: readonly string[]
  /** One wrong digit, by position. */
  readonly digits: 'all' | 'most' | ((place: number) => boolean)
  /** Two adjacent digits swapped. */
  readonly swaps: Finds
}

const luhn = (first: number, right: number): boolean => first + right !== 9 || first * right !== 0
const evenDistance = (first: number, right: number): boolean => Math.abs(first - right) !== 5
const butLast = (_first: number, _right: number, place: number, length: number): boolean => place < length - 2

export const issuedVatIds: Readonly<Record<string, IssuedVatIds>> = {
  AT: {
    ids: ['U13585627', 'U33864707', 'U14189108', 'U64487479', 'U46276408'],
    digits: 'all',
    swaps: (first, right, place, length) => luhn(first, right) && butLast(first, right, place, length),
  },
  BE: {
    ids: ['0403227515', '0417497106', '0202239951', '0428759497', '0897290877'],
    others: ['444503092'],
    digits: 'all',
    swaps: 'all',
  },
  BG: {
    ids: ['831642181', '175133827', '103873594', '200182590'],
    others: ['7111042925', '7523169263', '7542011030'],
    digits: 'most',
    swaps: 'most',
  },
  CY: { ids: ['10246672X', '10277198H', '00632993F', '10259033P', '10008489A'], digits: 'all', swaps: 'all' },
  CZ: {
    ids: ['25123891', '00177041', '48207926', '00023205'],
    others: [
      '6402294448',
      '640903926',
      '654123789',
      '682127228',
      '6956220612',
      '7360285163',
      '8058012314',
      '6109220348',
      '7652046248',
    ],
    digits: 'most',
    swaps: 'most',
  },
  DE: { ids: ['136695976', '143454214', '129273398', '811569869', '811363057', '113866163'], digits: 'all', swaps: 'most' },
  DK: { ids: ['22756214', '24256790', '10503280', '90301659', '13585628'], digits: 'all', swaps: 'all' },
  EE: { ids: ['100931558', '100247019', '100594102', '101256753'], digits: 'all', swaps: evenDistance },
  EL: { ids: ['094019245', '094259216', '039868210', '999107669'], others: ['94051189'], digits: 'most', swaps: 'most' },
  ES: {
    ids: ['A28015865', 'A15075062', 'A39000013', 'F13005293', 'J99216582', 'U99216426', 'V99218067', 'Q0818001J', 'W4003922D'],
    others: ['54362315K', '25139013J', 'X5253868R', 'Y5277343F', 'Z5277343K', 'K1234567L'],
    digits: 'all',
    swaps: luhn,
  },
  FI: { ids: ['01120389', '20774740', '09826511', '24163066'], digits: 'all', swaps: 'all' },
  FR: {
    ids: ['59542051180', '83404833048', '71383076817', '40303265045'],
    others: ['K7399859412', '16000063601', '96000110899'],
    digits: 'all',
    swaps: 'all',
  },
  HR: { ids: ['27759560625', '81793146560', '06282943396', '17099025134', '33392005961'], digits: 'all', swaps: 'most' },
  HU: { ids: ['10625790', '10773381', '12892312', '64241281'], digits: 'all', swaps: evenDistance },
  IE: {
    ids: ['4749148U', '9825613N', '6388047V', '8223200U', '3206791MH', '6433435OA', '8D79739I', '9Y71814N'],
    digits: 'all',
    swaps: 'all',
  },
  IT: { ids: ['00905811006', '00488410010', '00743110157', '00118439991'], digits: 'all', swaps: luhn },
  LT: { ids: ['119511515', '100001251914', '290068995116', '235449811'], digits: 'most', swaps: 'most' },
  LU: { ids: ['20260743', '19647148', '15027442', '10059929'], digits: 'all', swaps: 'all' },
  LV: {
    ids: ['50003050931', '40003245752', '40003521600', '90000528023'],
    others: ['16117519997', '32503511782'],
    // The first digit of a company number differs from that of a person.
    digits: (place) => place > 0,
    swaps: (_first, _right, place) => place > 0,
  },
  MT: { ids: ['12826209', '15121333', '11679112', '20630321'], digits: 'all', swaps: 'all' },
  NL: {
    ids: ['002230884B01', '803441526B01', '004495445B01', '820646660B01'],
    others: ['123456789B13', '000099998B57'],
    digits: 'most',
    swaps: 'most',
  },
  PL: { ids: ['7740001454', '5260250995', '8567346215', '5840304472'], digits: 'all', swaps: 'all' },
  PT: { ids: ['504499777', '500697256', '501964843', '509250505'], digits: 'most', swaps: 'most' },
  RO: { ids: ['160796', '1590082', '18547290', '24736200'], digits: 'most', swaps: 'most' },
  SE: {
    ids: ['556012579001', '556074308901', '556188840401', '202100500001', '720522241201'],
    // The last two digits count registrations.
    digits: (place) => place < 10,
    swaps: (first, right, place) => place < 9 && luhn(first, right),
  },
  SI: { ids: ['82646716', '50223054', '26808498', '92351069'], digits: 'all', swaps: butLast },
  SK: { ids: ['2020317068', '2021774920', '2022749619', '1078449064'], digits: 'all', swaps: 'all' },
  XI: {
    ids: ['254799511', '980780684', '220430231', '727255821', '333289454'],
    others: ['242338087388', 'GD100', 'HA600'],
    digits: 'most',
    swaps: 'most',
  },
}
