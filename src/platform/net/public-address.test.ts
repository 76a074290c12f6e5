import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

const PUBLIC = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 2001:4860:4860::8888 2606:4700:4700::1111 2a00::1 2003:ffff::`

const NOT_PUBLIC = {
  'this host': '0.0.0.0 0.255.255.255 ::',
  loopback: '127.0.0.1 127.255.255.255 ::1 ::1%lo',
  private: '10.0.0.1 172.16.0.0 172.31.255.255 192.168.0.1 fc00::1 fd12:3456::1',
  'link-local': '169.254.0.1 fe80::1 fe80::1%eth0 febf::1',
  'site-local': 'fec0::1',
  'carrier-grade NAT': '100.64.0.0 100.127.255.255',
  'cloud metadata': '169.254.169.254 169.254.170.2 100.100.100.200 192.0.0.192 168.63.129.16',
  'cloud metadata over IPv6': 'fd00:ec2::254 fd20:ce::254',
  documentation: '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1',
  benchmarking: '198.18.0.1 198.19.255.255 2001:2::1',
  protocols: '192.0.0.1 192.88.99.1 100::1 5f00::1 2001:10::1 2001:20::1',
  multicast: '224.0.0.1 239.255.255.255 ff02::1',
  reserved: '240.0.0.1 255.255.255.255 4000::1 e000::1 1::1',
  'IPv4 inside IPv6': `::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 ::ffff:0:7f00:1
    64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1::`,
  'what is no IP address': 'localhost 2130706433 0x7f.1 127.1 0177.0.0.1 [::1] 8.8.8.8/8 8.8.8.8:80 8.8.8.8.',
}

/** The IANA IPv4 special-purpose registry (RFC 6890 and later), multicast, and Azure's wire server. */
const IPV4_SPECIAL = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`

const words = (text: string) => text.split(/\s+/)
const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.')

suite('public addresses', () => {
  test('include public unicast', () => {
    for (const ip of words(PUBLIC)) assert.equal(isPublicAddress(ip), true, ip)
  })

  for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
    test(`exclude ${kind}`, () => {
      for (const ip of words(addresses)) assert.equal(isPublicAddress(ip), false, ip)
    })
  }

  test('agree with the IANA registry on any IPv4 address, and at the edges of its blocks', () => {
    const special = new BlockList()
    const edges: number[] = []
    for (const block of words(IPV4_SPECIAL)) {
      const [base = '', prefix = ''] = block.split('/')
      special.addSubnet(base, Number(prefix))
      const first = base.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
      const next = first + 2 ** (32 - Number(prefix))
      edges.push(first - 1, first, next - 1, next)
    }
    const agrees = (n: number) => isPublicAddress(dotted(n)) === !special.check(dotted(n))

    for (const edge of edges.filter((n) => n >= 0 && n < 2 ** 32)) assert.ok(agrees(edge), dotted(edge))
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), agrees), { seed: 1, numRuns: 10_000 })
  })

  test('exclude every IPv6 address outside 2000::/3', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const address = fc
      .tuple(
        group.filter((first) => first >> 13 !== 1),
        fc.array(group, { minLength: 7, maxLength: 7 }),
      )
      .map(([first, rest]) => [first, ...rest].map((value) => value.toString(16)).join(':'))
    const refused = fc.property(address, (ip) => !isPublicAddress(ip))
    fc.assert(refused, { seed: 1, numRuns: 5_000 })
  })
})
