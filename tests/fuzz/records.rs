//! Random changes of encoded messages that keep the lengths of what is around them right.

use crate::support::random::Random;

/// A record of the wire format, taken apart as far as it looks like one of messages.
#[derive(Clone, Debug)]
enum Record {
    /// Number and value of wire type 0.
    Varint(u64, u64),
    /// A tag and what follows it, kept as it is: fixed numbers and groups.
    Other(Vec<u8>),
    Bytes(u64, Vec<u8>),
    Message(u64, Vec<Record>),
}

/// How deep messages are looked for in messages.
const DEPTH: usize = 12;

/// One change of a message behind a prefix of `prefix` bytes, which says how long the first of two parts is; `other` is
/// another input of the same kind.
pub(crate) fn mutate_records(input: &mut Vec<u8>, prefix: usize, other: &[u8], random: &mut Random) {
    if random.below(16) == 0 {
        return super::mutate::mutate_text(input, other, random);
    }
    let mut parts = split(input, prefix);
    let at = random.below(parts.len());
    let Some(mut records) = records(parts[at], DEPTH) else {
        return super::mutate::mutate_text(input, other, random);
    };
    mutate(&mut records, random);
    let changed = encode(&records);
    parts[at] = &changed;
    let mut out = Vec::new();
    if prefix > 0 {
        out.extend(u16::try_from(parts[0].len()).unwrap_or(u16::MAX).to_le_bytes());
    }
    out.extend(parts.concat());
    *input = out;
}

/// The one message, or the two behind a prefix.
fn split(input: &[u8], prefix: usize) -> Vec<&[u8]> {
    match input.split_first_chunk::<2>() {
        Some((length, rest)) if prefix > 0 => {
            let (one, other) = rest.split_at(usize::from(u16::from_le_bytes(*length)).min(rest.len()));
            vec![one, other]
        }
        _ => vec![input],
    }
}

fn records(mut bytes: &[u8], depth: usize) -> Option<Vec<Record>> {
    let mut out = Vec::new();
    while !bytes.is_empty() {
        let whole = bytes;
        let tag = varint(&mut bytes)?;
        let number = tag >> 3;
        out.push(match tag & 7 {
            0 => Record::Varint(number, varint(&mut bytes)?),
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                let value = bytes.split_off(..length)?;
                let inner = (depth > 0 && !value.is_empty()).then(|| records(value, depth - 1)).flatten();
                inner.map_or_else(|| Record::Bytes(number, value.to_vec()), |it| Record::Message(number, it))
            }
            wire @ (1 | 5) => {
                bytes.split_off(..if wire == 1 { 8 } else { 4 })?;
                Record::Other(whole[..whole.len() - bytes.len()].to_vec())
            }
            3 | 4 => Record::Other(whole[..whole.len() - bytes.len()].to_vec()),
            _ => return None,
        });
        if number == 0 {
            return None;
        }
    }
    Some(out)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut out = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        out |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(out);
        }
    }
    None
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        out.push(value.to_le_bytes()[0] | 128);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

fn encode(records: &[Record]) -> Vec<u8> {
    let mut out = Vec::new();
    for record in records {
        let (number, value) = match record {
            Record::Varint(number, value) => {
                put(&mut out, number << 3);
                put(&mut out, *value);
                continue;
            }
            Record::Other(raw) => {
                out.extend_from_slice(raw);
                continue;
            }
            Record::Bytes(number, value) => (number, value),
            Record::Message(number, inner) => (number, &encode(inner)),
        };
        put(&mut out, number << 3 | 2);
        put(&mut out, value.len() as u64);
        out.extend_from_slice(value);
    }
    out
}

/// Changes one record somewhere, deeper ones as likely as others.
fn mutate(records: &mut Vec<Record>, random: &mut Random) {
    let messages: Vec<usize> =
        (0..records.len()).filter(|at| matches!(records[*at], Record::Message(..))).collect();
    if !messages.is_empty()
        && random.below(8) != 0
        && let Record::Message(_, inner) = &mut records[messages[random.below(messages.len())]]
    {
        return mutate(inner, random);
    }
    let at = random.below(records.len() + 1);
    match random.below(7) {
        0..=2 if at < records.len() => change(&mut records[at], random),
        3 if at < records.len() => {
            records.remove(at);
        }
        4 if at < records.len() => {
            let copy = records[at].clone();
            let to = random.below(records.len() + 1);
            records.insert(to, copy);
        }
        5 if at < records.len() => {
            let to = random.below(records.len());
            records.swap(at, to);
        }
        _ => records.insert(at, fresh(random)),
    }
}

/// Numbers that mean something, among others.
fn number(random: &mut Random) -> u64 {
    const KNOWN: [u64; 14] = [0, 1, 2, 3, 9, 11, 14, 998, 1000, 1001, 19_000, 1 << 29, 1 << 31, u64::MAX];
    if random.below(3) == 0 { KNOWN[random.below(KNOWN.len())] } else { random.next() % 24 }
}

fn fresh(random: &mut Random) -> Record {
    let tag = 1 + random.next() % 12;
    match random.below(4) {
        0 => Record::Message(8, vec![Record::Varint(1 + random.next() % 12, number(random))]),
        1 => Record::Bytes(tag, b"a.proto"[random.below(7)..].to_vec()),
        _ => Record::Varint(tag, number(random)),
    }
}

fn change(record: &mut Record, random: &mut Random) {
    match record {
        Record::Varint(tag, _) if random.below(4) == 0 => *tag = 1 + random.next() % 20,
        Record::Varint(_, value) => *value = number(random),
        Record::Message(tag, _) | Record::Bytes(tag, _) if random.below(6) == 0 => {
            *tag = 1 + random.next() % 20;
        }
        Record::Message(_, inner) => mutate(inner, random),
        Record::Bytes(_, value) => super::mutate::mutate_text(value, b"0x1f", random),
        Record::Other(raw) => super::mutate::mutate_text(raw, b"", random),
    }
}
