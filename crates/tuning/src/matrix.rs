//! Solving small symmetric systems.

/// The solution of `matrix * x = right`, for a symmetric matrix whose squares are all positive
/// (Cholesky's way); `None` if it is not such a matrix.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column)
                .map(|other| matrix[row][other] * matrix[column][other])
                .sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row == column {
                Some(rest).filter(|rest| *rest > 0.0)?.sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
        let known: f64 = (0..row)
            .map(|other| matrix[row][other] * right[other])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size)
            .map(|other| matrix[other][row] * right[other])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves() {
        let matrix = vec![
            vec![4.0, 2.0, 0.6],
            vec![2.0, 5.0, 1.0],
            vec![0.6, 1.0, 3.0],
        ];
        let right = vec![1.0, -2.0, 3.0];
        let solution = solve(matrix.clone(), right.clone()).expect("it is positive");
        for (row, right) in matrix.iter().zip(right) {
            let product: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((product - right).abs() < 1e-12);
        }
        assert_eq!(solve(vec![vec![0.0]], vec![1.0]), None);
    }
}
