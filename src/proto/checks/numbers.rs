//! Ranges of numbers that may overlap, and what lies in them.

/// Ranges in order, with a way to find overlaps that does not compare each with each.
pub(super) struct Ranges {
    /// Start, end (excluded), which one it is.
    sorted: Vec<(i64, i64, usize)>,
    /// For each, which of those up to it ends last.
    furthest: Vec<usize>,
}

impl Ranges {
    /// Ranges whose ends are excluded.
    pub(super) fn new(ranges: impl Iterator<Item = (i64, i64)>) -> Self {
        let mut sorted: Vec<_> = ranges.enumerate().map(|(at, (start, end))| (start, end, at)).collect();
        sorted.sort_unstable();
        let mut furthest: Vec<usize> = Vec::with_capacity(sorted.len());
        for (at, range) in sorted.iter().enumerate() {
            let last = furthest.last().copied().unwrap_or(at);
            furthest.push(if range.1 >= sorted[last].1 { at } else { last });
        }
        Self { sorted, furthest }
    }

    /// A range that shares a number with this one.
    pub(super) fn overlapping(&self, start: i64, end: i64) -> Option<usize> {
        let before = self.sorted.partition_point(|range| range.0 < end);
        let last = self.sorted[*self.furthest.get(before.checked_sub(1)?)?];
        (last.1 > start).then_some(last.2)
    }

    /// The range that holds a number.
    pub(super) fn holding(&self, number: i32) -> Option<usize> {
        self.overlapping(number.into(), i64::from(number) + 1)
    }

    /// Pairs of ranges that overlap, the later one first.
    pub(super) fn overlaps(&self) -> impl Iterator<Item = (usize, usize)> {
        (1..self.sorted.len()).filter_map(|at| {
            let (range, other) = (self.sorted[at], self.sorted[self.furthest[at - 1]]);
            (other.1 > range.0).then(|| (range.2.max(other.2), range.2.min(other.2)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_found_behind_long_ranges() {
        let ranges = Ranges::new([(10, 20), (1, 100), (30, 31), (200, 201)].into_iter());
        assert_eq!(ranges.holding(15), Some(1));
        assert_eq!(ranges.holding(100), None);
        assert_eq!(ranges.holding(200), Some(3));
        assert_eq!(ranges.overlapping(150, 201), Some(3));
        assert_eq!(ranges.overlaps().collect::<Vec<_>>(), [(1, 0), (2, 1)]);
    }
}
