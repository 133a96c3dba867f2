import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import kodkod.ast.Formula;
import kodkod.ast.Relation;
import kodkod.engine.Solution;
import kodkod.engine.Solver;
import kodkod.engine.config.Options;
import kodkod.engine.satlab.SATFactory;
import kodkod.examples.alloy.CeilingsAndFloors;
import kodkod.examples.alloy.Dijkstra;
import kodkod.examples.alloy.FileSystem;
import kodkod.examples.alloy.Handshake;
import kodkod.examples.alloy.Lists;
import kodkod.examples.alloy.Pigeonhole;
import kodkod.examples.alloy.RingElection;
import kodkod.examples.alloy.Trees;
import kodkod.examples.csp.LatinSquare;
import kodkod.examples.csp.MagicSeries;
import kodkod.examples.csp.NQueens;
import kodkod.examples.csp.SocialGolfer;
import kodkod.examples.sudoku.Sudoku;
import kodkod.examples.tptp.ALG212;
import kodkod.examples.tptp.GEO092;
import kodkod.instance.Bounds;
import kodkod.instance.TupleFactory;
import kodkod.instance.TupleSet;
import kodkod.instance.Universe;

/**
 * Runs Kodkod on problems of its examples, by the names that they have on our side, and prints a line for each:
 * name, answer, primary variables, variables, clauses, milliseconds (wall clock, CPU) of translation and solving.
 */
public final class Race {
	private static final class Problem {
		Formula formula;
		Bounds bounds;
		int width = 4, symmetry = 20;
		boolean count;

		Problem(Formula formula, Bounds bounds) {
			this.formula = formula;
			this.bounds = bounds;
		}

		Problem width(int width) {
			this.width = width;
			return this;
		}

		Problem symmetry(int symmetry) {
			this.symmetry = symmetry;
			return this;
		}

		Problem counted() {
			this.count = true;
			return this;
		}
	}

	private static Problem problem(String name) throws Exception {
		switch (name) {
		case "pigeonhole": {
			final Pigeonhole model = new Pigeonhole();
			return new Problem(model.declarations().and(model.pigeonPerHole()), model.bounds(9, 8)).symmetry(9);
		}
		case "handshake": {
			final Handshake model = new Handshake();
			return new Problem(model.runPuzzle(), model.bounds(10)).width(5);
		}
		case "latin_square": {
			final LatinSquare model = new LatinSquare();
			final Formula all = model.latin().and(model.qg5()).and(model.idempotent());
			return new Problem(all, model.bounds(7)).symmetry(343);
		}
		case "count_latin_squares": {
			final LatinSquare model = new LatinSquare();
			return new Problem(model.latin(), model.bounds(4)).counted();
		}
		case "social_golfer": {
			final SocialGolfer model = new SocialGolfer();
			return new Problem(model.schedule(), model.bounds(9, 3, 4, 3)).width(5).symmetry(1000);
		}
		case "sudoku": {
			final Sudoku model = new Sudoku(3);
			return new Problem(model.rules(), model.bounds(Sudoku.defaultPuzzle()));
		}
		case "queens":
			return queens(10);
		case "count_queens":
			return queens(4).counted();
		case "magic_series": {
			final MagicSeries model = new MagicSeries();
			return new Problem(model.magic(), model.bounds(31)).width(6);
		}
		case "trees": {
			final Trees model = new Trees();
			return new Problem(model.checkEquivOfTreeDefns(), model.bounds(4)).width(6);
		}
		case "ceilings_and_floors": {
			final CeilingsAndFloors model = new CeilingsAndFloors();
			return new Problem(model.checkBelowTooDoublePrime(), model.bounds(6, 6));
		}
		case "dijkstra": {
			final Dijkstra model = new Dijkstra();
			return new Problem(model.checkDijkstraPreventsDeadlocks(), model.bounds(6, 6, 6));
		}
		case "dijkstra_deadlock": {
			final Dijkstra model = new Dijkstra();
			return new Problem(model.showDijkstra(), model.bounds(8, 8, 8));
		}
		case "lists_reflexive": {
			final Lists model = new Lists();
			return new Problem(model.checkReflexive(), model.bounds(7));
		}
		case "lists_show": {
			final Lists model = new Lists();
			return new Problem(model.runShow(), model.bounds(8));
		}
		case "file_system": {
			final FileSystem model = new FileSystem();
			return new Problem(model.checkNoDirAliases(), model.bounds(5));
		}
		case "ring_election": {
			final RingElection model = new RingElection();
			return new Problem(model.checkAtMostOneElected(), model.bounds(4, 7));
		}
		case "count_functions":
			return functions(4).counted();
		case "ternary_algebra": {
			final ALG212 model = new ALG212();
			return new Problem(model.checkDistLong(), model.bounds(4));
		}
		case "curves": {
			final GEO092 model = new GEO092();
			return new Problem(model.checkProposition2141(), model.bounds(6));
		}
		default:
			throw new IllegalArgumentException(name);
		}
	}

	private static Problem queens(int size) throws Exception {
		final Class<?> found = Class.forName("kodkod.examples.csp.NQueens$RelQueens");
		final Constructor<?> constructor = found.getDeclaredConstructor(int.class);
		constructor.setAccessible(true);
		final NQueens model = (NQueens) constructor.newInstance(size);
		return new Problem(model.rules(), model.bounds()).width(33 - Integer.numberOfLeadingZeros(size - 1));
	}

	private static Problem functions(int size) {
		final Relation source = Relation.unary("A"), target = Relation.unary("B"), f = Relation.binary("f");
		final List<String> atoms = new ArrayList<String>();
		for (int i = 0; i < size; i++)
			atoms.add("A" + i);
		for (int i = 0; i < size; i++)
			atoms.add("B" + i);
		final Bounds bounds = new Bounds(new Universe(atoms));
		final TupleFactory factory = bounds.universe().factory();
		final TupleSet from = factory.range(factory.tuple("A0"), factory.tuple("A" + (size - 1)));
		final TupleSet to = factory.range(factory.tuple("B0"), factory.tuple("B" + (size - 1)));
		bounds.boundExactly(source, from);
		bounds.boundExactly(target, to);
		bounds.bound(f, from.product(to));
		return new Problem(f.partialFunction(source, target).and(f.some()), bounds);
	}

	private static long cpu() {
		return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
				.getProcessCpuTime();
	}

	private static void run(String name, SATFactory sat, boolean print) throws Exception {
		final Problem problem = problem(name);
		final Solver solver = new Solver();
		final Options options = solver.options();
		options.setSolver(sat);
		options.setBitwidth(problem.width);
		options.setSymmetryBreaking(problem.count ? 0 : problem.symmetry);
		if (problem.count)
			options.setSkolemDepth(-1);
		final long start = System.nanoTime(), before = cpu();
		Solution solution;
		String answer;
		if (problem.count) {
			int count = 0;
			final Iterator<Solution> all = solver.solveAll(problem.formula, problem.bounds);
			solution = all.next();
			final Solution first = solution;
			while (solution.instance() != null) {
				count++;
				solution = all.next();
			}
			solution = first;
			answer = String.valueOf(count);
		} else {
			solution = solver.solve(problem.formula, problem.bounds);
			answer = solution.instance() == null ? "unsat" : "sat";
		}
		final long wall = System.nanoTime() - start, used = cpu() - before;
		if (print)
			System.out.println(name + " " + answer + " " + solution.stats().primaryVariables() + " "
					+ solution.stats().variables() + " " + solution.stats().clauses() + " " + wall / 1000 + " " + used / 1000);
	}

	/** Arguments: a SAT solver (sat4j, or the path of one that reads DIMACS), rounds, and the names of problems. */
	public static void main(String[] arguments) throws Exception {
		SATFactory sat = SATFactory.DefaultSAT4J;
		if (!arguments[0].equals("sat4j"))
			sat = SATFactory.externalFactory(arguments[0], java.io.File.createTempFile("race", ".cnf").getPath());
		final int rounds = Integer.parseInt(arguments[1]);
		for (int round = 1; round <= rounds; round++) {
			System.out.println("round " + round);
			for (int i = 2; i < arguments.length; i++)
				run(arguments[i], sat, true);
		}
	}
}
